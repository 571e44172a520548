# What a command prints, without the process that `$(…)` would take.

# Runs the command and sets __repltool_heard to all it wrote. A here-string too long for a pipe is a file that has lost
# its name already, and can be opened again by its descriptor. Where no file can be made, a pipe holds 64 KiB.
__repltool_hear() { # command…
  builtin local __repltool_ballast
  __repltool_heard=
  builtin printf -v __repltool_ballast '%70000s' ''
  { __repltool_hear_through "$@"; } 205<<<"$__repltool_ballast" && builtin return 0
  { __repltool_hear_through "$@"; } 205<<<'' || builtin return
  __repltool_heard=${__repltool_heard#$'\n'}
}

__repltool_hear_through() {
  { "$@"; } >/proc/self/fd/205 2>&1
  builtin read -r -N 10000000 -u 205 __repltool_heard
  builtin return 0
}
