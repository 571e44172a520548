# How a shell begins: from nothing, or where another has left off.

__repltool_start() { # nothing, or --resume and the descriptors that hold the state
  __repltool_state= __repltool_over=0
  if [[ ${1-} == --resume ]]; then
    __repltool_take_descriptors 210 211 212 213 214
    __repltool_drink_state "${@:2}"
  else
    __repltool_lay_input
    __repltool_take_descriptors 3 4 1 2 0
    __repltool_know_variables
    __repltool_send ready 1 bash "${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}.${BASH_VERSINFO[2]}"
  fi
  __repltool_set_driver_traps
}

__repltool_drink_state() { # descriptors
  builtin local LC_ALL=C __repltool_reader __repltool_piece
  builtin local -a __repltool_pieces
  __repltool_pieces=()
  for __repltool_reader; do
    builtin read -r -N 60000 -u "$__repltool_reader" __repltool_piece
    __repltool_pieces+=("$__repltool_piece")
    builtin eval "exec $__repltool_reader<&-"
  done
  builtin printf -v __repltool_state %s "${__repltool_pieces[@]}"
}
