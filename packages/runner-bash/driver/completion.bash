# What could stand at the cursor.

__repltool_answer_complete() { # id, cursor, code
  # Positions count characters.
  builtin local LC_ALL=C.UTF-8 __repltool_before="${3:0:$2}" __repltool_word
  if ((${#__repltool_before} > 2000)); then __repltool_before=${__repltool_before: -2000}; fi
  __repltool_before=${__repltool_before##*$'\n'}
  __repltool_word=${__repltool_before##*[$' \t;|&()<>"\'`=']}
  __repltool_before=${__repltool_before:0:${#__repltool_before} - ${#__repltool_word}}
  builtin local -A __repltool_offered
  __repltool_items=() __repltool_offered=()
  case $__repltool_word in
    *'$'*) __repltool_complete_variable ;;
    */* | '~'*) __repltool_complete_file ;;
    *)
      if __repltool_is_command_place; then
        __repltool_complete_command
      else
        __repltool_complete_file
      fi
      ;;
  esac
  __repltool_send completions "$1" "$(($2 - ${#__repltool_word}))" "$2" "${__repltool_items[@]:0:2000}"
}

# Whether nothing is in front of the word, or what a command may follow.
__repltool_is_command_place() {
  builtin local __repltool_line="${__repltool_before%"${__repltool_before##*[![:blank:]]}"}"
  __repltool_line=${__repltool_line##*[;\|\&\(\{\`\!]}
  case ${__repltool_line##*[[:blank:]]} in
    '' | if | then | elif | else | while | until | do | time | coproc) ;;
    *) builtin return 1 ;;
  esac
}

__repltool_complete_variable() {
  __repltool_word=${__repltool_word##*'$'}
  __repltool_word=${__repltool_word#'{'}
  __repltool_word=${__repltool_word#['#!']}
  [[ $__repltool_word != *[!A-Za-z0-9_]* ]] || builtin return
  __repltool_offer variable variable
}

__repltool_complete_command() {
  [[ $__repltool_word ]] || builtin return
  __repltool_offer function function
  __repltool_offer alias function
  __repltool_offer keyword keyword
  __repltool_offer builtin function
  __repltool_offer command function
}

__repltool_offer() { # action of `compgen`, kind
  builtin local __repltool_text
  __repltool_hear builtin compgen -A "$1" -X '__repltool_*' -- "$__repltool_word"
  __repltool_split_heard
  for __repltool_text in "${__repltool_heard_lines[@]}"; do
    if [[ ! ${__repltool_offered[$__repltool_text]-} ]] && ((${#__repltool_text} <= 1000)); then
      __repltool_items+=("$__repltool_text" "$2")
      __repltool_offered[$__repltool_text]=1
    fi
  done
}

# A name is quoted where it has to be, but for one that is in quotes already.
__repltool_complete_file() {
  builtin local __repltool_text __repltool_kind
  __repltool_hear builtin compgen -A file -- "$__repltool_word"
  __repltool_split_heard
  for __repltool_text in "${__repltool_heard_lines[@]:0:1000}"; do
    __repltool_kind='file'
    if [[ -d ${__repltool_text/#'~/'/~/} ]]; then __repltool_kind=folder; fi
    if [[ $__repltool_before != *[\"\'] && $__repltool_text != '~'* ]]; then
      builtin printf -v __repltool_text %q "$__repltool_text"
    fi
    __repltool_items+=("${__repltool_text:0:1000}" "$__repltool_kind")
  done
}
