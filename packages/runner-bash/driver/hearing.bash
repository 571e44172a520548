# What a command prints, without the process that `$(…)` would take. Both set __repltool_heard.

# For what is short: a pipe holds 64 KiB, and nobody reads while the command writes.
__repltool_hear() { # command…
  { __repltool_hear_through "$@"; } 205<<<''
  __repltool_heard=${__repltool_heard#$'\n'}
}

# A here-string too long for a pipe is a file that has lost its name already, and can be opened again by its descriptor.
# Fails where no file can be made.
__repltool_hear_at_length() { # command…
  builtin local LC_ALL=C __repltool_ballast
  builtin printf -v __repltool_ballast '%70000s' ''
  { __repltool_hear_through "$@"; } 205<<<"$__repltool_ballast"
}

__repltool_hear_through() {
  { "$@"; } >/proc/self/fd/205 2>&1
  builtin read -r -N 10000000 -u 205 __repltool_heard
  builtin return 0
}
