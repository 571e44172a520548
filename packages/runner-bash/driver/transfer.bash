# The state of the shell, given to the host after a cell and taken from it in a fresh shell. Both are errands (see
# channel.bash), and must leave no trace in what a later cell can see.

# Id of the frame that the errand answers.
__repltool_errand=
# What could not be carried, by name.
__repltool_lost_names=()
# The pieces to be loaded.
__repltool_loading=()
__repltool_piece_size=1000000
# Bytes of the state that was last given away, and of one whose like would hold up cell after cell.
__repltool_state_size=0 __repltool_large_state=500000
# When a state may be given away again after a large one, in microseconds.
__repltool_next_dump=0
# Pages of memory of a shell whose state would take too much time, and memory, to be given away at all.
__repltool_too_many_pages=8192

__repltool_dump() { # positional parameters
  builtin local __repltool_began="${EPOCHREALTIME/[.,]}" __repltool_pages=
  builtin read -r -N 200 __repltool_pages </proc/self/statm
  __repltool_pages=${__repltool_pages#* }
  if ((__repltool_began < __repltool_next_dump || ${__repltool_pages%% *} > __repltool_too_many_pages)); then
    __repltool_send refused "$__repltool_errand"
    builtin return
  fi
  __repltool_state_size=0
  __repltool_give_state "$@"
  if ((__repltool_state_size > __repltool_large_state)); then
    ((__repltool_next_dump = ${EPOCHREALTIME/[.,]} + 10 * (${EPOCHREALTIME/[.,]} - __repltool_began)))
  fi
}

__repltool_give_state() { # positional parameters
  builtin local __repltool_locale= __repltool_in_function=0
  [[ ! -v LC_ALL ]] || __repltool_locale=${LC_ALL@A}
  # In this locale bash counts bytes, and writes all in ASCII.
  if ! builtin local LC_ALL=C; then
    __repltool_send refused "$__repltool_errand"
    builtin return
  fi
  __repltool_lost_names=()
  __repltool_own_variables[LC_ALL]=1
  __repltool_describe_state "$@"
  builtin unset -v '__repltool_own_variables[LC_ALL]'
  __repltool_state+=("$__repltool_locale" "__repltool_status=$__repltool_status __repltool_argument=${__repltool_argument@Q}")
  __repltool_describe_limits
  __repltool_dump_state
  __repltool_dump_functions
  __repltool_describe_settings
  __repltool_describe_settings_aside
  __repltool_state+=('__repltool_is_loaded=1')
  __repltool_dump_state
  __repltool_state=()
  __repltool_send dumped "$__repltool_errand" "${__repltool_lost_names[@]:0:1000}"
}

# Whatever is copied less takes less time, which is all there is to a large state.
__repltool_dump_state() {
  builtin local __repltool_text __repltool_at
  __repltool_bytes=0
  for __repltool_at in "${!__repltool_state[@]}"; do ((__repltool_bytes += ${#__repltool_state[__repltool_at]} + 1)); done
  if ((__repltool_bytes <= __repltool_piece_size)); then
    __repltool_dump_text builtin printf '%s\n' "${__repltool_state[@]}"
    builtin return
  fi
  builtin printf -v __repltool_text '%s\n' "${__repltool_state[@]}"
  ((__repltool_state_size += ${#__repltool_text}))
  for ((__repltool_at = 0; __repltool_at < ${#__repltool_text}; __repltool_at += __repltool_piece_size)); do
    __repltool_send dump-part "$__repltool_errand" "${__repltool_text:__repltool_at:__repltool_piece_size}"
  done
}

# Straight to the host: only for the length of the frame need it be known how long they are.
__repltool_dump_functions() {
  builtin local __repltool_name
  ((${#__repltool_functions[@]})) || builtin return 0
  __repltool_measure builtin declare -fp -- "${__repltool_functions[@]}"
  if ((__repltool_bytes <= __repltool_piece_size)); then
    __repltool_dump_text builtin declare -fp -- "${__repltool_functions[@]}"
    builtin return
  fi
  for __repltool_name in "${__repltool_functions[@]}"; do
    __repltool_measure builtin declare -fp -- "$__repltool_name"
    if ((__repltool_bytes <= __repltool_piece_size)); then
      __repltool_dump_text builtin declare -fp -- "$__repltool_name"
    else
      __repltool_lose "function $__repltool_name"
    fi
  done
}

__repltool_dump_text() { # command that prints __repltool_bytes
  ((__repltool_state_size += __repltool_bytes))
  builtin printf 'dump-part %s %s\n%s' "${#__repltool_errand}" "$__repltool_bytes" "$__repltool_errand" >&201
  "$@" >&201
  builtin printf '\n' >&201
}

__repltool_lose() { # name
  __repltool_lost_names+=("${1:0:200}")
}

# Evaluated by a cell's own kind of command, since `declare` in a function makes local variables.
__repltool_begin_loading() {
  __repltool_lost_names=() __repltool_is_loaded=
  builtin printf -v __repltool_state %s "${__repltool_loading[@]}"
  __repltool_loading=()
}

__repltool_finish_loading() {
  __repltool_state=
  if [[ ! $__repltool_is_loaded ]]; then
    __repltool_send refused "$__repltool_errand"
    builtin return
  fi
  if [[ $__repltool_mode == strict ]]; then __repltool_confine_builtins; fi
  __repltool_set_user_trap DEBUG
  __repltool_set_user_trap ERR
  __repltool_set_user_trap RETURN
  __repltool_send loaded "$__repltool_errand" "${__repltool_lost_names[@]}"
}
