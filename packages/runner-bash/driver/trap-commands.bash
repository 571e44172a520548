# The `trap` that cells call. Its messages are the user's.
# shellcheck disable=SC2317 # cells call it, and nothing here

trap() { # DEBUG, ERR or RETURN
  [[ -v __repltool_traps[$1] ]] || builtin return 0
  builtin local __repltool_unwinding=
  if [[ $1 == DEBUG ]]; then __repltool_unwinding=__repltool_return; fi
  # On one line, since LINENO counts the lines of a trap too.
  __repltool_installed[$1]="case \$__repltool_ending:\${FUNCNAME-}:\$BASH_COMMAND in"
  __repltool_installed[$1]+=" (interrupted:*) $__repltool_unwinding ;; (*:trap:* | *__repltool_*) ;;"
  __repltool_installed[$1]+=" (*) \\builtin eval \"\${__repltool_traps[$1]-}\" ;; esac"
  builtin trap -- "${__repltool_installed[$1]}" "$1"
}

# Sets __repltool_name to the name a signal is kept under, if it is one of the five.
__repltool_name_trap() {
  case ${1^^} in
    0 | EXIT) __repltool_name=EXIT ;;
    2 | INT | SIGINT) __repltool_name=INT ;;
    DEBUG | ERR | RETURN) __repltool_name=${1^^} ;;
    *) __repltool_name= ;;
  esac
}

trap() {
  builtin local __repltool_called_at="${BASH_LINENO[0]}"
  __repltool_trap "$@"
}

__repltool_trap() {
  case ${1--p} in
    -p*)
      __repltool_print_traps "$@"
      builtin return
      ;;
    --) builtin shift ;;
    -?*)
      builtin trap "$@"
      builtin return
      ;;
  esac
  # A subshell has none of the driver's traps.
  if [[ ${BASHPID-} != "$$" ]]; then
    builtin trap -- "$@"
    builtin return
  fi
  builtin local __repltool_action="${1-}" __repltool_signal __repltool_name __repltool_result=0
  if (($# == 1)) || [[ $__repltool_action && $__repltool_action != *[!0-9]* ]]; then
    __repltool_action=-
  else
    builtin shift
  fi
  for __repltool_signal; do
    __repltool_name_trap "$__repltool_signal"
    if [[ $__repltool_name ]]; then
      __repltool_keep_trap
    elif ! builtin trap -- "$__repltool_action" "$__repltool_signal" 2>/dev/null; then
      __repltool_refuse_signal
    fi
  done
  builtin return "$__repltool_result"
}

# DEBUG and RETURN as changed by a function are put back when it returns, unless it is a traced one.
declare -ft trap __repltool_trap

__repltool_refuse_signal() {
  builtin printf 'bash: line %s: trap: %s: invalid signal specification\n' \
    "$__repltool_called_at" "$__repltool_signal" >&2
  __repltool_result=1
}

# Prints what the user asked for, and not what is installed in its place.
__repltool_print_traps() { # `-p` and signals, or nothing
  builtin local __repltool_signal __repltool_name __repltool_result=0
  if (($# > 1)); then
    for __repltool_signal in "${@:2}"; do
      __repltool_name_trap "$__repltool_signal"
      if [[ $__repltool_name ]]; then
        __repltool_print_trap "$__repltool_name"
      else
        builtin trap -p "$__repltool_signal" 2>/dev/null || __repltool_refuse_signal
      fi
    done
    builtin return "$__repltool_result"
  fi
  __repltool_print_trap EXIT
  __repltool_print_trap INT
  __repltool_print_other_traps
  __repltool_print_trap DEBUG
  __repltool_print_trap ERR
  __repltool_print_trap RETURN
}

__repltool_print_trap() {
  [[ -v __repltool_traps[$1] ]] || builtin return 0
  __repltool_write_trap "${__repltool_traps[$1]}" "$1"
  builtin printf %s "$__repltool_line"
}

__repltool_print_other_traps() {
  __repltool_hear builtin trap
  __repltool_leave_out_own_traps
  builtin printf %s "$__repltool_heard"
}
