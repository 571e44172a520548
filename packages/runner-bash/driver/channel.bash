# Frames in the field format: a header line of the type and the byte length of each field, the fields, a line break.
#
# Bash counts characters where lengths are bytes, unless it is in the C locale. To go there and back takes as long as
# half a cell. So the host sends cells of less than 1000 bytes in ASCII (see `__repltool_decode`), and `turn` reads cells
# by itself; what is here is for all other frames.

# Serves the frame whose header is in __repltool_frame. Fails when none can follow before __repltool_cell has been run, or
# none at all.
__repltool_serve() {
  if ! __repltool_has_builtins; then
    __repltool_recover_builtins
    __repltool_report "$__repltool_status"
    builtin return 0
  fi
  __repltool_phase=serving
  if ! __repltool_receive; then
    __repltool_over=1
    builtin return 1
  fi
  case ${__repltool_fields[0]} in
    hello) __repltool_greet "${__repltool_fields[@]:1}" ;;
    complete) __repltool_answer_complete "${__repltool_fields[@]:1}" ;;
    inspect) __repltool_answer_inspect "${__repltool_fields[@]:1}" ;;
    variables) __repltool_answer_variables "${__repltool_fields[1]}" ;;
    load-part) __repltool_loading+=("${__repltool_fields[2]}") ;;
    dump | load)
      __repltool_prepare_errand "${__repltool_fields[@]}"
      builtin return 1
      ;;
    shutdown)
      __repltool_over=1
      builtin return 1
      ;;
  esac
  __repltool_phase=idle
}

# Only the top level has the positional parameters of the session, and declares its variables.
__repltool_prepare_errand() { # type, id
  __repltool_errand=$2
  # Behind `||` a failure is no matter for an ERR trap.
  case $1 in
    dump) __repltool_cell='__repltool_dump "$@" || ((__repltool_over || 1))' ;;
    load)
      __repltool_cell='__repltool_begin_loading; \builtin eval "$__repltool_state" || ((__repltool_over || 1)); __repltool_finish_loading'
      ;;
  esac
  __repltool_cell="{ $__repltool_cell; "'__repltool_phase=idle
__repltool_turn "$SHELLOPTS" 0 "${__repltool_left[@]}"; } >&- 2>&-'
}

# Sets the array __repltool_fields to the type and the fields.
__repltool_receive() {
  builtin local __repltool_rest="$__repltool_frame" __repltool_field
  # Fails when that is readonly: then only ASCII can be understood.
  builtin local LC_ALL=C
  __repltool_fields=("${__repltool_rest%% *}")
  while [[ $__repltool_rest == *' '* ]]; do
    __repltool_rest=${__repltool_rest#* }
    __repltool_field=
    if ((${__repltool_rest%% *})); then
      builtin read -r -N "${__repltool_rest%% *}" -u 200 __repltool_field || builtin return 1
    fi
    __repltool_fields+=("$__repltool_field")
  done
  [[ ${__repltool_fields[0]} ]] && builtin read -r -N 1 -u 200 __repltool_field
}

# Sets the array __repltool_lengths to the words of a header, when IFS is not as it was and may be readonly.
__repltool_split() {
  builtin local __repltool_rest="$__repltool_frame "
  __repltool_lengths=()
  while [[ $__repltool_rest ]]; do
    __repltool_lengths+=("${__repltool_rest%% *}")
    __repltool_rest=${__repltool_rest#* }
  done
}

__repltool_send() { # type, field…
  builtin local LC_ALL=C __repltool_header="$1" __repltool_field __repltool_body=
  builtin shift
  for __repltool_field; do
    __repltool_header+=" ${#__repltool_field}"
    __repltool_body+=$__repltool_field
  done
  builtin printf %s "$__repltool_header"$'\n'"$__repltool_body"$'\n' >&201
}

# A cell that was not ASCII comes as \x01 and what `printf %b` makes the code of.
__repltool_decode() {
  builtin printf -v __repltool_code %b "${__repltool_code:1}"
}

# A session takes the interpreter. A directory that is not there yet is only asked for where programs can be run.
__repltool_greet() { # directory, mode, name and value of each variable
  builtin cd -- "$1" || { mkdir -p -- "$1" && builtin cd -- "$1"; }
  __repltool_mode=$2
  builtin unset -v OLDPWD
  builtin shift 2
  while (($#)); do
    builtin declare -gx -- "$1=$2"
    __repltool_first_variables+="$1 "
    builtin shift 2
  done
  if [[ $__repltool_mode == strict ]]; then __repltool_confine; fi
  __repltool_read_limits __repltool_first_limits
}
