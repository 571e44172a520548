# One cell after the other.
#
# Bash copies the body of a function at each call and takes a microsecond or two a command. So what every cell goes
# through is one function of few commands, and what few cells need is called from there.

# What an interrupt is for: a cell (`running`), a cell on its way (`receiving`), or nothing (`idle`, and `serving` for what
# is no cell).
__repltool_phase=idle
# The sandbox mode, as the session has it.
__repltool_mode=
# Process id of the last background job of the cells before.
__repltool_last_job=
# The cell that runs: its id and boundary, the code, and what the loop evaluates for it.
__repltool_id= __repltool_boundary= __repltool_code= __repltool_cell=
# Set for a cell that may change traps or builtins.
__repltool_wary=
# Exit code and last argument of the cell before, which the next one sees as `$?` and `$_`.
__repltool_status=0 __repltool_argument=
# `exited`, `denied`, `interrupted` or `refused` for a cell that did not come to its own end.
__repltool_ending=

# Evaluated behind the code: `turn` then has `$?` and its like at first hand. With 1 and 2 closed, a trace (`set -x`) of
# the driver and messages about jobs that ended meanwhile go nowhere.
# shellcheck disable=SC2016 # for the cell to expand
__repltool_end='{ __repltool_turn "$SHELLOPTS" "$?" "${PIPESTATUS[@]}" "$_"; } >&- 2>&-'

# PIPESTATUS and `$_` of the last cell, for an errand to hand on.
__repltool_left=()

# Reports the cell that ran, if one did, and waits for the next, which is in __repltool_cell unless all is over. That may
# also be an errand of the driver's own, which has to be run where cells are.
__repltool_turn() { # SHELLOPTS, `$?`, PIPESTATUS… and `$_` as the cell left them
  case $__repltool_phase$1$__repltool_wary$__repltool_aside in
    "running$__repltool_plain_options") ;;
    running*) __repltool_put_settings_aside "$1" "$-" ;;
  esac
  case $__repltool_phase$__repltool_ending$2 in
    running0)
      __repltool_phase=idle __repltool_status=0 __repltool_argument=${!#}
      builtin printf '\x1e%s]\x1e' "$__repltool_boundary" >&202
      builtin printf '\x1e%s]\x1e' "$__repltool_boundary" >&203
      # In one string it is one write.
      builtin printf %s "result ${#__repltool_id} 2 1 0 0"$'\n'"${__repltool_id}ok0"$'\n' >&201
      ;;
    running*)
      __repltool_argument=${!#}
      __repltool_report "$2"
      ;;
  esac

  until builtin mapfile -t -n 1 -u 200 __repltool_frame; [[ $__repltool_frame == 'execute '* ]]; do
    if ! __repltool_serve; then
      __repltool_turned=1 __repltool_left=("${@:3}")
      builtin return
    fi
  done
  __repltool_phase=receiving
  case $IFS in
    $' \t\n') __repltool_lengths=($__repltool_frame) ;;
    *) __repltool_split ;;
  esac
  # The boundary is of 32 digits, and the frame ends with a line break, which the code may have.
  ((__repltool_length = __repltool_lengths[1], __repltool_total = __repltool_length + 33 + __repltool_lengths[3]))
  case ${#__repltool_lengths[3]} in
    [1-3]) builtin read -r -N "$__repltool_total" -u 200 __repltool_frame ;;
    *) LC_ALL=C builtin read -r -N "$__repltool_total" -u 200 __repltool_frame ;;
  esac
  __repltool_id=${__repltool_frame:0:__repltool_length}
  __repltool_boundary=${__repltool_frame:__repltool_length:32}
  __repltool_code=${__repltool_frame:__repltool_length + 32}
  __repltool_cell=$__repltool_code$__repltool_end

  # In a loop that never runs the code is parsed and nothing of it executed. The cell may hold what ends the loop.
  case $__repltool_code in
    *done* | *trap* | *enable* | *builtin* | $'\x01'*) __repltool_prepare ;;
    *) builtin eval "while ((0)); do ((0))"$'\n'"${__repltool_code}done" || __repltool_prepare ;;
  esac
  case $__repltool_status$__repltool_aside in
    0) ;;
    *) __repltool_begin_as_left "${@:3}" ;;
  esac
  builtin printf '\x1e%s[\x1e' "$__repltool_boundary" >&202
  builtin printf '\x1e%s[\x1e' "$__repltool_boundary" >&203
  __repltool_phase=running __repltool_turned=1 __repltool_last_job=$!
  case $__repltool_interrupt_pending in 1) __repltool_skip_cell "${@:3}" ;; esac
}
