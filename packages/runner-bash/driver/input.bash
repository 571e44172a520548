# Reading from descriptor 0 where it is the session's own: an empty pipe, into which goes what the host is asked for.
# Programs find it at its end.

# Number of requests so far, and the id of the one that waits for its reply.
__repltool_requests=0 __repltool_asking=
# Flags of the cell that are off while its input is waited for, and line breaks as many as there are in front of the command.
__repltool_input_flags= __repltool_breaks=

# Without a process a pipe is only to be had from a here-string, for which older shells take a file.
__repltool_lay_input() {
  exec 0<<<''
  if [[ -p /dev/fd/0 ]]; then
    builtin read -r __repltool_line
  else
    exec 0</dev/null
    unset -f read mapfile readarray
  fi
}

# Asks the host for a line, and sets __repltool_line to it with its line break. Fails at the end of the input, and with
# more than 128 when the time is over.
__repltool_ask() { # prompt, `password` or nothing, seconds or nothing
  builtin local LC_ALL=C
  __repltool_line= __repltool_fields=('' '')
  __repltool_asking=$BASHPID-$((__repltool_requests += 1))
  __repltool_send input-request "$__repltool_asking" "$1" "$2"
  until [[ ${__repltool_fields[0]} == input-reply && ${__repltool_fields[1]} == "$__repltool_asking" ]]; do
    __repltool_await_frame "$3" || builtin return
  done
  __repltool_asking=
  __repltool_line=${__repltool_fields[2]-}
  [[ $__repltool_line ]]
}

# An interrupt ends the waiting. From the header on it has to wait itself, or the rest would be taken for a frame.
__repltool_await_frame() { # seconds or nothing
  __repltool_frame=
  if [[ $1 ]]; then
    builtin read -r -t "$1" -u 200 __repltool_frame || builtin return
  else
    builtin mapfile -t -n 1 -u 200 __repltool_frame
    [[ $__repltool_frame ]] || builtin return 1
  fi
  __repltool_phase=receiving
  __repltool_receive
  __repltool_phase=running __repltool_frame=
  if ((__repltool_interrupt_pending)); then
    __repltool_interrupt_pending=0
    builtin kill -INT "$BASHPID"
  fi
}

# The rest of a reply whose header was read when an interrupt ended the waiting.
__repltool_end_asking() {
  if [[ $__repltool_asking && $__repltool_frame == 'input-reply '* ]]; then __repltool_receive; fi
  __repltool_asking=
}

# Sets __repltool_text to what was put into the pipe and not read.
__repltool_take_rest() {
  builtin read -r -N 65536 -t 0.01 -u 204 __repltool_text
}

# What a cell has not read is not for the next.
__repltool_drop_input() {
  builtin local __repltool_text
  if builtin read -t 0 -u 204; then __repltool_take_rest; fi
  __repltool_input_flags=
}

# Fails when the pipe cannot hold the text. It is open for writing no longer than it takes to fill it: then it ends again.
__repltool_put_text() { # text, command
  builtin local LC_ALL=C
  if ((${#1} > __repltool_pipe_size)); then
    builtin printf 'bash: line %s: %s: more than %s bytes of input at once\n' \
      "$((${#__repltool_breaks} + 1))" "$2" "$__repltool_pipe_size" >&2
    builtin return 1
  fi
  { builtin printf %s "$1"; } 1<>/dev/fd/204
}

# The user's flags must not get in the way, but hold for the command that reads.
__repltool_begin_input() {
  __repltool_input_flags=${-//[!euxET]/}
  builtin set +euxET
  __repltool_wary=wary
  builtin printf -v __repltool_breaks '%*s' "$((BASH_LINENO[2] - 1))" ''
  __repltool_breaks=${__repltool_breaks// /$'\n'}
}

__repltool_end_input() { # exit code
  if [[ $__repltool_input_flags ]]; then builtin set "-$__repltool_input_flags"; fi
  __repltool_input_flags=
  builtin return "$1"
}
