# The driver needs the EXIT and INT traps for itself, and its own commands must not set off the user's DEBUG, ERR and
# RETURN traps. So `trap` is a function (see trap-commands.bash), which keeps what cells ask for of these five.

# Actions of the user, and what is really installed, by the names below.
declare -gA __repltool_traps=() __repltool_installed=()

# shellcheck disable=SC2016 # for the traps to expand
__repltool_set_driver_traps() {
  __repltool_installed[EXIT]='{ __repltool_leave "$SHELLOPTS" "$?" "$BASH_COMMAND" "$@"; } 2>&-; __repltool_hand_over'
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
  # On one line, since LINENO counts the lines of a trap too.
  __repltool_installed[$1]="case \$__repltool_ending:\${FUNCNAME-}:\$BASH_COMMAND in"
  __repltool_installed[$1]+=" (interrupted:*) $__repltool_unwinding ;; (*:trap:* | *:read:* | *:mapfile:* | *__repltool_*) ;;"
  __repltool_installed[$1]+=" (*) \\builtin eval \"\${__repltool_traps[$1]-}\" ;; esac"
  builtin trap -- "${__repltool_installed[$1]}" "$1"
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

# DEBUG and RETURN as changed by a function are put back when it returns, unless it is a traced one. ERR is put back anyway;
# but then an action that is gone, or another, is what it evaluates.
declare -ft __repltool_keep_trap __repltool_set_user_trap

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

# Leaves the traps that the driver has installed out of what bash was heard to print.
__repltool_leave_out_own_traps() {
  builtin local __repltool_name __repltool_line
  for __repltool_name in "${!__repltool_installed[@]}"; do
    __repltool_write_trap "${__repltool_installed[$__repltool_name]}" "$__repltool_name"
    __repltool_heard=${__repltool_heard/"$__repltool_line"}
  done
}

# Sets __repltool_line to what bash prints for the trap.
__repltool_write_trap() { # action, name
  __repltool_line="trap -- '${1//"'"/"'\\''"}' ${2/#INT/SIGINT}"$'\n'
}
