# SIGINT ends the cell and nothing else. Bash runs the INT trap between two commands, or while a builtin waits; from
# there on a DEBUG trap that returns 2 under `extdebug` makes every function, sourced file and loop return before its
# next command, down to main.bash.

# Whether an interrupt came for the cell on its way.
__repltool_interrupt_pending=0
# Whether the interrupted cell had `extdebug` on, and its error and function tracing, which come and go with that.
__repltool_interrupted_debugging= __repltool_interrupted_flags=

__repltool_trap_interrupts() {
  builtin trap '{ __repltool_interrupt; } 2>&- && { builtin eval "${__repltool_traps[INT]-}"; builtin return 130; }' INT
}

# Succeeds when there is a cell to be ended.
__repltool_interrupt() {
  case $__repltool_phase in
    running)
      [[ $__repltool_ending == interrupted ]] || __repltool_unwind
      builtin return 0
      ;;
    # Something to be read is a cell on its way; else there is nothing to interrupt.
    idle) builtin read -t 0 -u 200 || builtin return 1 ;;
  esac
  __repltool_interrupt_pending=1
  builtin return 1
}

__repltool_unwind() {
  __repltool_interrupted_flags=${-//[!aeuvxET]/}
  builtin set +aeuvx
  __repltool_ending=interrupted __repltool_interrupt_pending=0 __repltool_interrupted_debugging=
  if [[ :$BASHOPTS: == *:extdebug:* ]]; then __repltool_interrupted_debugging=1; fi
  builtin shopt -s extdebug
  builtin trap __repltool_return DEBUG
}

# main.bash is where the unwinding ends: there only this function and the script itself are on the stack.
__repltool_return() {
  if ((${#FUNCNAME[@]} > 2)); then builtin return 2; fi
  builtin trap - DEBUG
}

__repltool_end_unwinding() {
  builtin trap - DEBUG
  if [[ ! $__repltool_interrupted_debugging ]]; then builtin shopt -u extdebug; fi
  builtin set +ET
  if [[ $__repltool_interrupted_flags ]]; then builtin set "-$__repltool_interrupted_flags"; fi
  __repltool_set_user_trap DEBUG
}
