# The driver's descriptors, all close-on-exec and far from the numbers that people use:
#   200 frames from the host    201 frames to the host    202 the original stdout    203 the original stderr
#   204 the original stdin

# Bash cannot be asked for close-on-exec. But while `N>&-` is in force for a group of commands, bash holds descriptor N
# aside, close-on-exec, at the lowest free number from 10 up; and what is duplicated from there is close-on-exec too.
__repltool_keep_descriptor() { # number, number to keep it at
  local __repltool_aside=10
  while [[ -e /dev/fd/$__repltool_aside ]]; do ((__repltool_aside += 1)); done
  eval "{ exec $2>&$__repltool_aside; } $1>&-"
}

__repltool_take_descriptors() { # numbers of the five
  __repltool_keep_descriptor "$1" 200
  __repltool_keep_descriptor "$2" 201
  __repltool_keep_descriptor "$3" 202
  __repltool_keep_descriptor "$4" 203
  __repltool_keep_descriptor "$5" 204
  local __repltool_number
  for __repltool_number; do
    ((__repltool_number < 3)) || eval "exec $__repltool_number>&-"
  done
}
