# `select` reads descriptor 0 within bash itself, where nothing can ask the host first. So a cell that holds the keyword
# runs with a loop in its place that calls the driver for each line (see select-commands.bash), on the same lines:
#
#   select name in words; do …; done
#   { __repltool_begin_choice ID words; while __repltool_choose ID name; do …; done; ! __repltool_ran_out ID;}
#
# Where the keyword and its `do` and `done` are is for bash to say, by whether it can parse the code with each in turn
# taken for it: none in a string, a comment or a here-document is. A mistake within `$(…)` would end the shell, so what is
# in such is set aside before. What is not found stays as it is, and finds the input at its end.

# Sets __repltool_cell to the code, which parses, with the driver's loop for each `select`. How often it is parsed for
# that has a limit, as a long one takes longer.
__repltool_replace_selects() { # code
  builtin local __repltool_done= __repltool_rest="$1" __repltool_attempts=$((500000 / (${#1} + 2000) + 10)) \
    __repltool_before __repltool_after __repltool_name __repltool_between __repltool_behind __repltool_words \
    __repltool_body __repltool_select
  builtin local -a __repltool_substitutions
  __repltool_substitutions=()
  # Older shells have no pipe to put a line into.
  [[ -p /dev/fd/204 ]] && __repltool_set_substitutions_aside && __repltool_would_parse "$__repltool_rest" || builtin return 0
  while [[ $__repltool_attempts -gt 0 && $__repltool_rest == *select*'done'* ]]; do
    __repltool_cut "$__repltool_rest" select
    __repltool_done+=$__repltool_before __repltool_rest=$__repltool_after
    if ! __repltool_is_select || ! __repltool_replace_select; then __repltool_done+=select; fi
  done
  __repltool_done+=$__repltool_rest
  __repltool_put_substitutions_back
  __repltool_cell=$__repltool_done
}

# Puts a word in the place of each `$(…)`, `<(…)` and `>(…)` of the code, from the last to the first, so that there is none
# in what is parsed. Fails when the end of one is not found.
__repltool_set_substitutions_aside() {
  builtin local __repltool_start __repltool_inner
  while [[ $__repltool_rest == *[\$\<\>]'('* ]]; do
    __repltool_start=${__repltool_rest%[\$<>]'('*} __repltool_inner=
    __repltool_after=${__repltool_rest:${#__repltool_start} + 2}
    until
      [[ $__repltool_after == *')'* ]] || builtin return 1
      __repltool_cut "$__repltool_after" ')'
      __repltool_inner+=$__repltool_before
      [[ ! $__repltool_inner ]] || __repltool_would_parse "($__repltool_inner)"
    do
      ((__repltool_attempts > 0)) || builtin return 1
      __repltool_inner+=')'
    done
    __repltool_inner=${__repltool_rest:${#__repltool_start}:2}$__repltool_inner')'
    __repltool_rest=${__repltool_start}__repltool_aside_${#__repltool_substitutions[@]}_$__repltool_after
    __repltool_substitutions+=("$__repltool_inner")
  done
}

__repltool_put_substitutions_back() {
  builtin local __repltool_index __repltool_word
  for ((__repltool_index = ${#__repltool_substitutions[@]} - 1; __repltool_index >= 0; __repltool_index -= 1)); do
    __repltool_word=__repltool_aside_${__repltool_index}_
    __repltool_cut "$__repltool_done" "$__repltool_word"
    __repltool_done=$__repltool_before${__repltool_substitutions[__repltool_index]}$__repltool_after
  done
}

# Whether the code parses that way. Fails too when it was asked too often.
__repltool_would_parse() { # code
  ((__repltool_attempts -= 1, __repltool_attempts >= 0)) && __repltool_parses "$1"
}

# Sets __repltool_before and __repltool_after to what is before and behind the first of the word. To cut off what is before
# by a pattern takes a time that grows with the square of its length.
__repltool_cut() { # text, word in it
  __repltool_before=${1%%"$2"*}
  __repltool_after=${1:${#__repltool_before} + ${#2}}
}

# Whether the word in front of the rest is the keyword, where any other would be an error. Then __repltool_behind is what
# is behind `in`; or behind `do` if the header has no words, and __repltool_between what is between the name and that.
__repltool_is_select() {
  __repltool_read_header && ((__repltool_attempts > 0)) &&
    ! __repltool_would_parse "${__repltool_done}__repltool_other$__repltool_rest"
}

# By patterns alone: BASH_REMATCH is the user's.
__repltool_read_header() {
  builtin local __repltool_text="${__repltool_rest:0:1000}" __repltool_blanks __repltool_length
  __repltool_length=${#__repltool_text}
  __repltool_blanks=${__repltool_text%%[!$' \t']*}
  __repltool_text=${__repltool_text#"$__repltool_blanks"}
  __repltool_name=${__repltool_text%%[!A-Za-z0-9_]*}
  [[ $__repltool_blanks && $__repltool_name == [A-Za-z_]* ]] || builtin return 1
  __repltool_text=${__repltool_text#"$__repltool_name"}
  __repltool_between=${__repltool_text%%[!$' \t\n;']*}
  __repltool_text=${__repltool_text#"$__repltool_between"}
  case $__repltool_between:$__repltool_text in
    *[$';\n']*:in*) builtin return 1 ;;
    ?*:in[$' \t\n;']*) __repltool_between= ;;
    ?*:do[$' \t\n']*) __repltool_between=${__repltool_between/;/ } ;;
    *) builtin return 1 ;;
  esac
  __repltool_behind=${__repltool_rest:__repltool_length - ${#__repltool_text} + 2}
}

__repltool_replace_select() {
  builtin local __repltool_id_of_loop="$SRANDOM"
  __repltool_select="__repltool_begin_choice $__repltool_id_of_loop"
  if [[ $__repltool_between ]]; then
    __repltool_words=" \"\$@\";$__repltool_between" __repltool_body=$__repltool_behind
  else
    __repltool_find_do || builtin return
  fi
  __repltool_select+="${__repltool_words}while __repltool_choose $__repltool_id_of_loop $__repltool_name; do"
  __repltool_find_done "; ! __repltool_ran_out $__repltool_id_of_loop;}"
}

# Sets __repltool_words to what is between `in` and `do`, and __repltool_body to what is behind.
__repltool_find_do() {
  __repltool_body=$__repltool_behind __repltool_words=
  while [[ $__repltool_body == *do* ]]; do
    __repltool_cut "$__repltool_body" 'do'
    __repltool_words+=$__repltool_before __repltool_body=$__repltool_after
    __repltool_would_parse "$__repltool_done$__repltool_select${__repltool_words}while ((1)); do$__repltool_body" &&
      builtin return
    __repltool_words+='do'
  done
  builtin return 1
}

# Moves the loop, and what is its body, to what is done with. Selects in the body are yet to come.
__repltool_find_done() { # what to put behind `done`
  builtin local __repltool_inner= __repltool_outer="$__repltool_body"
  while [[ $__repltool_outer == *'done'* ]]; do
    __repltool_cut "$__repltool_outer" 'done'
    __repltool_inner+=$__repltool_before'done' __repltool_outer=$__repltool_after
    if __repltool_would_parse "$__repltool_done{ $__repltool_select$__repltool_inner$1$__repltool_outer"; then
      __repltool_done+="{ $__repltool_select" __repltool_rest=$__repltool_inner$1$__repltool_outer
      builtin return
    fi
  done
  builtin return 1
}
