# What a command prints, without the process that `$(…)` would take. It is run twice: first to learn how much it prints,
# since a pipe holds 64 KiB and nobody reads while the command writes.

# Bytes that fit a pipe.
__repltool_pipe_size=60000
# What was last heard, and after `__repltool_split_heard` its lines, but for empty ones.
__repltool_heard= __repltool_heard_lines=()

# Fails, having heard nothing, when a command prints more than a pipe holds and no file can be written.
__repltool_hear() { # command…
  __repltool_heard=
  __repltool_measure "$@"
  if ((__repltool_bytes <= __repltool_pipe_size)); then
    { __repltool_hear_through_pipe "$@"; } 205<<<''
  else
    __repltool_hear_through_file "$@"
  fi
}

# Sets __repltool_bytes.
__repltool_measure() { # command…
  builtin local __repltool_before=0 __repltool_after=0
  builtin read -r -N 200 __repltool_before </proc/self/io
  { "$@"; } >/dev/null 2>&1
  builtin read -r -N 200 __repltool_after </proc/self/io
  __repltool_before=${__repltool_before#*wchar: } __repltool_after=${__repltool_after#*wchar: }
  ((__repltool_bytes = ${__repltool_after%%$'\n'*} - ${__repltool_before%%$'\n'*}))
}

# With `-N` bash reads a pipe at once, and else byte by byte. The line of the here-string comes first.
__repltool_hear_through_pipe() {
  { "$@"; } >/proc/self/fd/205 2>&1
  builtin read -r -N 65536 -u 205 __repltool_heard
  __repltool_heard=${__repltool_heard:1}
}

__repltool_hear_through_file() {
  { "$@"; ((1)); } >|"/tmp/.repltool-$$" 2>&1 || builtin return 1
  IFS= builtin read -r -d '' __repltool_heard <"/tmp/.repltool-$$"
  { builtin :; } >|"/tmp/.repltool-$$"
}

__repltool_split_heard() {
  builtin local -
  builtin set -f
  if builtin local IFS=$'\n'; then
    # shellcheck disable=SC2206 # to be split
    __repltool_heard_lines=($__repltool_heard)
  else
    builtin mapfile -t __repltool_heard_lines <<<"$__repltool_heard"
  fi
}
