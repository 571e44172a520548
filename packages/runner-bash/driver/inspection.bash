# What is known of the name at the cursor.

__repltool_answer_inspect() { # id, cursor, code
  # Positions count characters.
  builtin local LC_ALL=C.UTF-8 __repltool_before="${3:0:$2}" __repltool_name="${3:$2:200}"
  if ((${#__repltool_before} > 200)); then __repltool_before=${__repltool_before: -200}; fi
  __repltool_name=${__repltool_before##*[!a-zA-Z0-9_.:+-]}${__repltool_name%%[!a-zA-Z0-9_.:+-]*}
  __repltool_before=${__repltool_before%"${__repltool_before##*[!a-zA-Z0-9_.:+-]}"}
  case $__repltool_name:$__repltool_before in
    *[!a-zA-Z0-9_]*:* | [0-9]*:* | :*) __repltool_tell_of_command ;;
    *'$' | *'${') __repltool_tell_of_variable ;;
    *) __repltool_tell_of_command || __repltool_tell_of_variable ;;
  esac
  if [[ $__repltool_heard ]]; then
    __repltool_heard=${__repltool_heard:0:10000}
    __repltool_send inspection "$1" text/plain "${__repltool_heard%$'\n'}"
  else
    __repltool_send inspection "$1"
  fi
}

__repltool_tell_of_variable() {
  __repltool_heard=
  if builtin declare -p -- "$__repltool_name" >/dev/null && [[ $__repltool_name != __repltool_* ]]; then
    __repltool_hear builtin declare -p -- "$__repltool_name"
  fi
}

# Fails when there is no such command.
__repltool_tell_of_command() {
  __repltool_hear builtin type -t -- "$__repltool_name"
  if [[ $__repltool_name && ${__repltool_own_functions[$__repltool_name]-} ]]; then __repltool_heard=$'builtin\n'; fi
  case $__repltool_heard in
    alias$'\n') __repltool_hear builtin alias -- "$__repltool_name" ;;
    function$'\n') __repltool_hear builtin declare -f -- "$__repltool_name" ;;
    keyword$'\n' | builtin$'\n') __repltool_hear builtin help -s -- "$__repltool_name" ;;
    file$'\n') __repltool_hear builtin type -p -- "$__repltool_name" ;;
    *)
      __repltool_heard=
      builtin return 1
      ;;
  esac
}
