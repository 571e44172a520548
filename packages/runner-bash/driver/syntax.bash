# Syntax is checked before a cell runs, so that nothing of a wrong one does.

# What bash has to say of the code that was refused, a line each.
__repltool_complaint=

# What `turn` has no commands to spare for: decodes the cell, has it parsed whatever it holds, and looks for words that
# will have to be seen to when it has ended.
__repltool_prepare() {
  if [[ $__repltool_code == $'\x01'* ]]; then __repltool_decode; fi
  case $__repltool_code in
    *trap* | *enable* | *builtin*) __repltool_wary=wary ;;
  esac
  __repltool_cell=$__repltool_code
  if ! __repltool_parses "$__repltool_code"; then
    __repltool_may_change_syntax "$__repltool_code" || __repltool_refuse "$__repltool_code"
  else
    case $__repltool_code in *select*) __repltool_replace_selects "$__repltool_code" ;; esac
    if __repltool_may_be_continued "$__repltool_code"; then __repltool_cell+=$__repltool_end; fi
  fi
}

# Whether bash can parse the code. Nothing of it runs: `set -n` holds until the function returns.
__repltool_parses() {
  builtin local -
  builtin eval "\builtin set -n"$'\n'"$1"
}

# Whether a line behind the code, which parses, would be read as code too: a stray `)` there is then an error. It is not
# when a here-document lacks its end.
__repltool_may_be_continued() {
  case $1 in
    *$'\\\n') builtin return 1 ;;
    *'<<'*) ! __repltool_parses "$1)" ;;
  esac
}

# Whether the code, which does not parse as a whole, may do so line by line as it runs.
__repltool_may_change_syntax() {
  [[ $1 == *extglob* || $1 == *alias* ]]
}

__repltool_refuse() {
  __repltool_complain "$1"
  __repltool_ending=refused
  __repltool_cell=__repltool_fail$'\n'$__repltool_end
}

# What runs in place of the refused cell.
__repltool_fail() {
  builtin printf %s "$__repltool_complaint" >&2
  builtin return 2
}

# Sets __repltool_complaint in the words bash has for a script, `bash: line 2: syntax error …`, where it tells the driver
# `bash: eval: line 9: …`. The line of a mistake whose line is known tells how far off that is.
__repltool_complain() {
  builtin local __repltool_line __repltool_ahead
  __repltool_hear __repltool_parses ')'
  __repltool_ahead=${__repltool_heard#*': eval: line '}
  __repltool_ahead=$((${__repltool_ahead%%:*} - 1))
  __repltool_hear __repltool_parses "$1"
  __repltool_complaint=
  __repltool_split_heard
  for __repltool_line in "${__repltool_heard_lines[@]}"; do
    if [[ $__repltool_line == *': eval: line '* ]]; then
      __repltool_line=${__repltool_line#*': eval: line '}
      __repltool_complaint+="bash: line $((${__repltool_line%%:*} - __repltool_ahead)):${__repltool_line#*:}"$'\n'
    fi
  done
  [[ $__repltool_complaint ]] || __repltool_complaint=$'bash: syntax error\n'
}
