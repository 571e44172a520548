# What ends the shell ends a cell and not the session: `exit`, `set -e`, `set -u`, `${x:?}`. The EXIT trap pours the
# state into pipes and puts a new shell in the place of this one: the same process, with its children and descriptors.

# The EXIT trap. Leaves __repltool_descriptors empty when there is nothing to go on with.
__repltool_leave() { # SHELLOPTS, `$?`, BASH_COMMAND, positional parameters
  __repltool_put_settings_aside "$1" "$-"
  __repltool_descriptors=
  [[ $__repltool_phase == running && ${BASHPID-} == "$$" ]] || builtin return 0
  __repltool_status=$2 __repltool_ending=exited __repltool_complaint=
  if [[ $__repltool_mode == strict ]]; then
    __repltool_find_violation "$2" "$3" "${#FUNCNAME[@]}"
    if [[ $__repltool_complaint ]]; then __repltool_ending=denied __repltool_status=126; fi
  fi
  __repltool_in_function=$((${#FUNCNAME[@]} > 3))
  __repltool_describe_state "${@:4}"
  builtin trap - EXIT INT DEBUG ERR RETURN
  __repltool_pour_state
  __repltool_state=()
  __repltool_describe_functions
  __repltool_pour_state
  __repltool_describe_settings
  __repltool_describe_cell
  __repltool_pour_state
}

# One that is too long for a pipe is lost where no file can be written.
__repltool_describe_functions() {
  builtin local __repltool_name
  for __repltool_name in "${__repltool_functions[@]}"; do
    if __repltool_hear builtin declare -fp -- "$__repltool_name"; then
      __repltool_state+=("$__repltool_heard")
    else
      builtin printf 'bash: %s: this function is too long to survive the end of the shell\n' "$__repltool_name" >&203
    fi
  done
}

__repltool_describe_cell() {
  builtin local __repltool_name
  for __repltool_name in id boundary status ending complaint mode first_limits first_variables; do
    builtin eval "__repltool_state+=(\"__repltool_$__repltool_name=\${__repltool_$__repltool_name@Q}\")"
  done
  __repltool_describe_settings_aside
  __repltool_state+=(__repltool_resume)
}

# In pieces that fit, each in a pipe of its own, which holds it until the next shell reads it.
__repltool_pour_state() {
  builtin local LC_ALL=C __repltool_at __repltool_reader __repltool_text
  ((${#__repltool_state[@]})) || builtin return 0
  builtin shopt -u varredir_close
  builtin printf -v __repltool_text '%s\n' "${__repltool_state[@]}"
  for ((__repltool_at = 0; __repltool_at < ${#__repltool_text}; __repltool_at += 60000)); do
    { ((1)); } {__repltool_reader}<<<"${__repltool_text:__repltool_at:60000}"
    __repltool_descriptors+=" $__repltool_reader"
  done
}

# Does not return if there is a state. A duplicate of a close-on-exec descriptor is close-on-exec too, unless its number
# is 0 to 2: so the driver's own go through 0 to the numbers under which they are handed on.
__repltool_hand_over() {
  [[ $__repltool_descriptors ]] || builtin return 0
  builtin local __repltool_save='209<&0' __repltool_restore='0<&209 209<&-'
  if [[ ! -e /dev/fd/0 ]]; then __repltool_save='' __repltool_restore='0<&-'; fi
  builtin eval "\\builtin exec -c \"\$__repltool_bash\" --norc --noprofile \"\$__repltool_directory/main.bash\" \
    --resume $__repltool_descriptors \
    $__repltool_save 0<&200 210<&0 0<&201 211<&0 0<&202 212<&0 0<&203 213<&0 0<&204 214<&0 $__repltool_restore"
}
