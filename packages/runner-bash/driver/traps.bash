# The driver needs the EXIT and INT traps for itself, and its own commands must not set off the user's DEBUG, ERR and
# RETURN traps. So `trap` is a function here, which keeps what cells ask for of these five.

declare -gA __repltool_traps=()

__repltool_set_driver_traps() {
  builtin trap '{ __repltool_leave "$SHELLOPTS" "$?" "$@"; } 2>&-; __repltool_hand_over' EXIT
  __repltool_trap_interrupts
}

# Lets the user's action run for the user's own commands. Being a `case`, the trap leaves the action its `$?`.
__repltool_set_user_trap() { # DEBUG, ERR or RETURN
  [[ -v __repltool_traps[$1] ]] || builtin return 0
  builtin local __repltool_unwinding=
  if [[ $1 == DEBUG ]]; then __repltool_unwinding=__repltool_return; fi
  builtin trap -- "case \$__repltool_ending:\${FUNCNAME-}:\$BASH_COMMAND in
(interrupted:*) $__repltool_unwinding ;;
(*:trap:* | *__repltool_*) ;;
(*) ${__repltool_traps[$1]}
esac" "$1"
}

# Sets __repltool_trap to the name a signal is kept under, if it is one of the five.
__repltool_name_trap() {
  case ${1^^} in
    0 | EXIT) __repltool_trap=EXIT ;;
    2 | INT | SIGINT) __repltool_trap=INT ;;
    DEBUG | ERR | RETURN) __repltool_trap=${1^^} ;;
    *) __repltool_trap= ;;
  esac
}

trap() {
  # Subshells have none of the driver's traps.
  if [[ ${BASHPID-} != "$$" ]]; then
    builtin trap "$@"
    builtin return
  fi
  case ${1--p} in
    -p*) __repltool_print_traps "$@" && builtin return ;;
    -l*) builtin trap "$@" && builtin return ;;
    --) builtin shift ;;
  esac
  builtin local __repltool_action="${1-}" __repltool_signal __repltool_trap __repltool_failed=0
  if (($# == 1)) || [[ $__repltool_action != *[!0-9]* && $__repltool_action ]]; then
    __repltool_action=-
  else
    builtin shift
  fi
  for __repltool_signal; do
    __repltool_name_trap "$__repltool_signal"
    if [[ ! $__repltool_trap ]]; then
      builtin trap -- "$__repltool_action" "$__repltool_signal" || __repltool_failed=1
    elif [[ $__repltool_action == - ]]; then
      builtin unset -v "__repltool_traps[$__repltool_trap]"
      [[ $__repltool_trap == @(EXIT|INT) ]] || builtin trap - "$__repltool_trap"
    else
      __repltool_traps[$__repltool_trap]=$__repltool_action
      [[ $__repltool_trap == @(EXIT|INT) ]] || __repltool_set_user_trap "$__repltool_trap"
    fi
  done
  builtin return "$__repltool_failed"
}

# A trap changed within a function is put back when it returns, unless the function is a traced one.
declare -ft trap __repltool_set_user_trap

# Prints what the user asked for and not what the driver made of it.
__repltool_print_traps() {
  builtin local __repltool_trap __repltool_failed=0
  for __repltool_trap in EXIT INT DEBUG ERR RETURN; do
    builtin trap -- "${__repltool_traps[$__repltool_trap]--}" "$__repltool_trap"
  done
  builtin trap "$@" || __repltool_failed=1
  for __repltool_trap in DEBUG ERR RETURN; do
    __repltool_set_user_trap "$__repltool_trap"
  done
  __repltool_set_driver_traps
  builtin return "$__repltool_failed"
}
