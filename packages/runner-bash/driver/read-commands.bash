read() { if { [[ /dev/fd/0 -ef /dev/fd/204 ]]; } 2>&-; then __repltool_read_own read "$@"; else builtin read "$@"; fi; }; __repltool_builtin() { builtin eval "$__repltool_breaks"'builtin "$@"'; }
mapfile() { if { [[ /dev/fd/0 -ef /dev/fd/204 ]]; } 2>&-; then __repltool_read_own mapfile "$@"; else builtin mapfile "$@"; fi; }
readarray() { mapfile "$@"; }
# `read`, `mapfile` and `readarray` as cells call them. Bash counts the lines of its messages from here, so the first line
# holds what may give one: it is the line of the cell when it is evaluated behind as many line breaks.
# shellcheck disable=SC2317 # cells call them, and nothing here

__repltool_read_own() { # command and what it is given
  { __repltool_begin_input; } 2>&-
  "__repltool_$1" "${@:2}"
  { __repltool_end_input "$?"; } 2>&-
}

__repltool_read() {
  builtin local __repltool_delimiter=$'\n' __repltool_count= __repltool_exactly= __repltool_raw= __repltool_prompt= \
    __repltool_secret= __repltool_seconds= __repltool_text= __repltool_line= __repltool_late=0
  case ${TMOUT-} in [1-9]*) __repltool_seconds=$TMOUT ;; esac
  if ! __repltool_parse_read "$@"; then
    __repltool_builtin read "$@"
    builtin return
  fi
  __repltool_take_rest
  until __repltool_suffices; do
    __repltool_ask "$__repltool_prompt" "$__repltool_secret" "$__repltool_seconds" || {
      __repltool_late=$?
      builtin break
    }
    __repltool_text+=$__repltool_line
  done
  __repltool_put_text "$__repltool_text" read || builtin return 1
  __repltool_builtin read "$@"
  builtin return "$((__repltool_late > 128 ? __repltool_late : $?))"
}

# Fails when it is not for the host to answer, or the command is a wrong one.
__repltool_parse_read() {
  builtin local __repltool_word __repltool_letter __repltool_value
  while [[ ${1-} == -?* && $1 != -- ]]; do
    __repltool_word=${1:1}
    builtin shift
    while [[ $__repltool_word ]]; do
      __repltool_letter=${__repltool_word:0:1} __repltool_word=${__repltool_word:1}
      if [[ $__repltool_letter == [adinNptu] ]]; then
        if [[ ! $__repltool_word ]]; then
          (($#)) || builtin return 1
          __repltool_word=$1
          builtin shift
        fi
        __repltool_value=$__repltool_word __repltool_word=
      fi
      __repltool_take_read_option || builtin return 1
    done
  done
}

__repltool_take_read_option() {
  case $__repltool_letter in
    a | e | i) ;;
    d) __repltool_delimiter=${__repltool_value:0:1} ;;
    n | N)
      [[ $__repltool_value == [1-9]* && $__repltool_value != *[!0-9]* ]] || builtin return 1
      __repltool_count=$__repltool_value __repltool_exactly=${__repltool_letter#n}
      ;;
    p) __repltool_prompt=$__repltool_value ;;
    r) __repltool_raw=1 ;;
    s) __repltool_secret=password ;;
    t)
      [[ $__repltool_value == *[1-9]* && $__repltool_value != *[!0-9.]* ]] || builtin return 1
      __repltool_seconds=$__repltool_value
      ;;
    u) [[ $__repltool_value == 0 ]] ;;
    *) builtin return 1 ;;
  esac
}

# Whether `read` finds in __repltool_text all that it reads.
__repltool_suffices() {
  if [[ $__repltool_count ]] && ((${#__repltool_text} >= __repltool_count)); then builtin return 0; fi
  [[ ! $__repltool_exactly && $__repltool_delimiter ]] || builtin return 1
  if [[ $__repltool_raw || $__repltool_text != *\\* ]]; then
    [[ $__repltool_text == *"$__repltool_delimiter"* ]]
  else
    # But for what a backslash takes the meaning of.
    [[ ${__repltool_text//\\?/} == *"$__repltool_delimiter"* ]]
  fi
}

__repltool_mapfile() {
  builtin local __repltool_delimiter=$'\n' __repltool_count=0 __repltool_text= __repltool_line= __repltool_skipped=0
  if ! __repltool_parse_mapfile "$@"; then
    __repltool_builtin mapfile "$@"
    builtin return
  fi
  __repltool_take_rest
  until ((__repltool_count)) && __repltool_has_lines; do
    __repltool_ask '' '' '' || builtin break
    __repltool_text+=$__repltool_line
  done
  __repltool_put_text "$__repltool_text" mapfile || builtin return 1
  __repltool_builtin mapfile "$@"
}

__repltool_parse_mapfile() {
  builtin local __repltool_option OPTIND=1 OPTARG
  while builtin getopts :d:n:O:s:tu:C:c: __repltool_option; do
    case $__repltool_option in
      d) __repltool_delimiter=${OPTARG:0:1} ;;
      u) [[ $OPTARG == 0 ]] || builtin return 1 ;;
      n | s)
        [[ $OPTARG && $OPTARG != *[!0-9]* ]] || builtin return 1
        if [[ $__repltool_option == n ]]; then __repltool_count=$OPTARG; else __repltool_skipped=$OPTARG; fi
        ;;
      O | t | C | c) ;;
      *) builtin return 1 ;;
    esac
  done
}

# Whether there are as many lines as `mapfile` skips and takes.
__repltool_has_lines() {
  builtin local __repltool_others=${__repltool_text//"$__repltool_delimiter"/}
  ((${#__repltool_text} - ${#__repltool_others} >= __repltool_count + __repltool_skipped))
}
