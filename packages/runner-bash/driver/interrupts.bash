# SIGINT ends the cell and nothing else. Bash runs the INT trap between two commands, or while it waits. From there on a
# DEBUG trap that returns 2 under `extdebug` makes every function, sourced file and loop return before its next command,
# down to main.bash.

# Whether an interrupt came for the cell on its way.
__repltool_interrupt_pending=0
# Whether the interrupted cell had `extdebug` on, and its error and function tracing, which come and go with that.
__repltool_interrupted_debugging= __repltool_interrupted_flags=

# The first part of the INT trap. Succeeds when there is a cell to be ended; the trap goes on with what the user wants done
# then, and with `__repltool_unwind`.
__repltool_interrupt() {
  case $__repltool_phase in
    running)
      if [[ $__repltool_ending != interrupted ]]; then
        __repltool_interrupted_flags=${-//[!aeuvxET]/}$__repltool_input_flags
        builtin set +aeuvx
      fi
      builtin return 0
      ;;
    # Something to be read is a cell on its way; else there is nothing to interrupt.
    idle) builtin read -t 0 -u 200 || builtin return 1 ;;
    serving) builtin return 1 ;;
  esac
  __repltool_interrupt_pending=1
  builtin return 1
}

# From its last command on, any further one returns.
__repltool_unwind() {
  [[ $__repltool_ending != interrupted ]] || builtin return 0
  __repltool_ending=interrupted __repltool_interrupt_pending=0 __repltool_interrupted_debugging=
  if [[ :$BASHOPTS: == *:extdebug:* ]]; then __repltool_interrupted_debugging=1; fi
  builtin shopt -s extdebug
  builtin trap __repltool_return DEBUG
}

# Bash goes back to waiting when the trap has run, as in `read` and in opening a fifo; to `return` from the trap is the
# way out. But not from where it waits for a child of the cell's, which has got the signal too: bash would be left
# with SIGCHLD blocked, by which the place is recognised, and with its own handling of SIGINT.
__repltool_waits_for_child() {
  builtin local __repltool_process
  builtin read -r -N 4096 __repltool_process </proc/self/status
  __repltool_process=${__repltool_process#*SigBlk:}
  (((16#${__repltool_process:1:16} >> 16) & 1))
}

# Puts nothing in the place of a cell whose interrupt came before it began.
__repltool_skip_cell() { # what `__repltool_begin_as_left` takes
  __repltool_interrupt_pending=0 __repltool_ending=interrupted
  __repltool_interrupted_flags=$__repltool_flags
  __repltool_code= __repltool_cell=$__repltool_end
  __repltool_begin_as_left "$@"
}

# main.bash is where the unwinding ends: there only this function and the script itself are on the stack.
__repltool_return() {
  if ((${#FUNCNAME[@]} > 2)); then builtin return 2; fi
  builtin trap - DEBUG
}

__repltool_end_unwinding() {
  __repltool_end_asking
  __repltool_end_jobs
  builtin trap - DEBUG
  if [[ ! $__repltool_interrupted_debugging ]]; then builtin shopt -u extdebug; fi
  builtin set +ET
  if [[ $__repltool_interrupted_flags ]]; then builtin set "-$__repltool_interrupted_flags"; fi
}

# Bash has its background jobs ignore SIGINT. Those of the interrupted cell end with it; those of cells before, which have
# lower process ids, go on.
__repltool_end_jobs() {
  builtin local __repltool_process
  builtin local -a __repltool_processes
  __repltool_hear builtin jobs -p
  __repltool_split_heard
  __repltool_processes=("${__repltool_heard_lines[@]}")
  for __repltool_process in "${__repltool_processes[@]}"; do
    if ((__repltool_process > ${__repltool_last_job:-0})); then __repltool_end_tree "$__repltool_process"; fi
  done
}

__repltool_end_tree() { # process id
  builtin local __repltool_process __repltool_rest=
  builtin kill -STOP "$1"
  __repltool_await_standstill "$1"
  builtin read -r -N 65536 __repltool_rest <"/proc/$1/task/$1/children"
  while [[ $__repltool_rest == *' '* ]]; do
    __repltool_process=${__repltool_rest%% *} __repltool_rest=${__repltool_rest#* }
    __repltool_end_tree "$__repltool_process"
  done
  builtin kill -KILL "$1"
}

# A process on its way through a fork stops only behind it, and has a child more by then.
__repltool_await_standstill() { # process id
  builtin local __repltool_attempt __repltool_stat
  for ((__repltool_attempt = 0; __repltool_attempt < 1000; __repltool_attempt += 1)); do
    __repltool_stat=
    builtin read -r -N 4096 __repltool_stat <"/proc/$1/stat"
    __repltool_stat=${__repltool_stat##*) }
    if [[ $__repltool_stat != [RSD]* ]]; then builtin return 0; fi
  done
}
