# The driver needs the EXIT and INT traps for itself, and its own commands must not set off the user's DEBUG, ERR and
# RETURN traps. So `trap` is a function here, which keeps what cells ask for of these five.

# Actions of the user, and what is really installed, by the names below.
declare -gA __repltool_traps=() __repltool_installed=()

__repltool_set_driver_traps() {
  __repltool_installed[EXIT]='{ __repltool_leave "$SHELLOPTS" "$?" "$@"; } 2>&-; __repltool_hand_over'
  __repltool_installed[INT]='{ __repltool_interrupt; } 2>&- && {
\builtin eval "${__repltool_traps[INT]-}"
if __repltool_waits_for_child; then
__repltool_unwind
else
__repltool_unwind
\builtin return 130
fi
}'
  builtin trap -- "${__repltool_installed[EXIT]}" EXIT
  builtin trap -- "${__repltool_installed[INT]}" INT
}

# Lets the user's action run for the user's own commands. Being a `case`, the trap leaves the action its `$?`.
__repltool_set_user_trap() { # DEBUG, ERR or RETURN
  [[ -v __repltool_traps[$1] ]] || builtin return 0
  builtin local __repltool_unwinding=
  if [[ $1 == DEBUG ]]; then __repltool_unwinding=__repltool_return; fi
  __repltool_installed[$1]="case \$__repltool_ending:\${FUNCNAME-}:\$BASH_COMMAND in
(interrupted:*) $__repltool_unwinding ;;
(*:trap:* | *__repltool_*) ;;
(*) ${__repltool_traps[$1]}
esac"
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
      builtin printf 'bash: line %s: trap: %s: invalid signal specification\n' \
        "${BASH_LINENO[1]}" "$__repltool_signal" >&2
      __repltool_result=1
    fi
  done
  builtin return "$__repltool_result"
}

__repltool_keep_trap() {
  if [[ $__repltool_action == - ]]; then
    builtin unset -v "__repltool_traps[$__repltool_name]"
    [[ $__repltool_name == @(EXIT|INT) ]] || builtin trap - "$__repltool_name"
  else
    __repltool_traps[$__repltool_name]=$__repltool_action
    [[ $__repltool_name == @(EXIT|INT) ]] || __repltool_set_user_trap "$__repltool_name"
  fi
}

# A trap changed within a function is put back when it returns, unless the function is a traced one.
declare -ft trap __repltool_trap __repltool_keep_trap __repltool_set_user_trap

# Prints what the user asked for in the place of what is installed.
__repltool_print_traps() {
  builtin local __repltool_name __repltool_line __repltool_result
  __repltool_hear builtin trap "$@"
  for __repltool_name in "${!__repltool_installed[@]}"; do
    __repltool_line="trap -- '${__repltool_installed[$__repltool_name]//"'"/"'\\''"}' "
    if [[ -v __repltool_traps[$__repltool_name] ]]; then
      __repltool_heard=${__repltool_heard/"$__repltool_line"/"trap -- '${__repltool_traps[$__repltool_name]//"'"/"'\\''"}' "}
    else
      __repltool_line+=${__repltool_name/#INT/SIGINT}$'\n'
      __repltool_heard=${__repltool_heard/"$__repltool_line"}
    fi
  done
  builtin printf %s "$__repltool_heard"
}

# Makes up for `builtin trap`, and for posix mode, in which `trap` is not the function here.
__repltool_recover_traps() {
  builtin local __repltool_signal
  for __repltool_signal in EXIT INT; do
    __repltool_hear builtin trap -p "$__repltool_signal"
    if [[ $__repltool_heard && $__repltool_heard != *__repltool_* ]]; then
      # `trap -- 'echo bye' EXIT`
      builtin eval "__repltool_$__repltool_heard"
    fi
  done
  __repltool_set_driver_traps
}
