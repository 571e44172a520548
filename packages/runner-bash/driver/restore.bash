# What the code of a state calls in the shell that takes over.

__repltool_unset_all_but() { # names
  builtin local __repltool_name
  builtin local -A __repltool_kept
  __repltool_kept=()
  for __repltool_name; do __repltool_kept[$__repltool_name]=1; done
  __repltool_hear builtin compgen -A variable -X '__repltool_*'
  __repltool_split_heard
  for __repltool_name in "${__repltool_heard_lines[@]}"; do
    [[ ${__repltool_kept[$__repltool_name]-}${__repltool_own_variables[$__repltool_name]-} ]] || builtin unset -v "$__repltool_name"
  done
}

__repltool_restore_options() { # SHELLOPTS, BASHOPTS
  builtin set +o posix
  __repltool_for_each "$SHELLOPTS" set +o
  __repltool_for_each "$1" set -o
  __repltool_for_each "$BASHOPTS" shopt -u
  __repltool_for_each "$2" shopt -s
}

__repltool_for_each() { # names with colons between, builtin and option
  builtin local __repltool_rest="$1${1:+:}"
  while [[ $__repltool_rest ]]; do
    builtin "$2" "$3" "${__repltool_rest%%:*}"
    __repltool_rest=${__repltool_rest#*:}
  done
}

__repltool_limit() { # -H or -S, option and value of `ulimit`
  builtin ulimit "$@" || __repltool_lose "ulimit $2"
}

# The last thing a state does. The cell goes on for as long as its EXIT trap takes.
__repltool_resume() {
  if [[ $__repltool_mode == strict ]]; then __repltool_confine_builtins; fi
  __repltool_set_user_trap DEBUG
  __repltool_set_user_trap ERR
  __repltool_set_user_trap RETURN
  __repltool_code=${__repltool_traps[EXIT]-}$'\n'
  builtin unset -v '__repltool_traps[EXIT]'
  __repltool_cell=$__repltool_code$__repltool_end
  __repltool_exit_code=$__repltool_status
  __repltool_begin_as_left ''
  __repltool_phase=running
}
