# What a command prints, without the process that `$(…)` would take: the array __repltool_heard gets its lines.

# For what is short: a pipe holds 64 KiB, and nobody reads while the command writes.
__repltool_hear() { # command…
  { __repltool_hear_through "$@"; } 205<<<''
  # The line of the here-string comes first.
  __repltool_heard=("${__repltool_heard[@]:1}")
}

# For what may be long: through a file. Fails where none can be written.
__repltool_hear_at_length() { # command…
  { "$@"; } >|"/tmp/.repltool-$$" 2>&1 || builtin return 1
  builtin mapfile -t __repltool_heard <"/tmp/.repltool-$$"
  { builtin :; } >|"/tmp/.repltool-$$"
}

__repltool_hear_through() {
  { "$@"; } >/proc/self/fd/205 2>&1
  builtin mapfile -t -u 205 __repltool_heard
}
