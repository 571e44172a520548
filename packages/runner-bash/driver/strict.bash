# The fence of strict mode, where a shell has the builtins of bash and nothing else. It names the rule, and is not what
# confines a session: there the sandbox makes no process and has nowhere to write, whatever a cell does.

__repltool_no_process='strict mode makes no processes, so a shell has its builtins alone (shell/process-in-strict)'

# What a command broke a rule with that did not end the cell: the id of the cell, and the message.
__repltool_violation=

# A session begins in strict mode. An empty PATH would be the current directory.
__repltool_confine() {
  # shellcheck disable=SC2123 # the search path is what is meant
  PATH=/nonexistent
  __repltool_confine_builtins
}

# `enable` loads native code. Once it has switched itself off, nothing can bring it back in this shell.
__repltool_confine_builtins() {
  builtin enable -n enable
  __repltool_own_functions[enable]=1
  # shellcheck disable=SC2317 # cells call it
  enable() {
    __repltool_violate enable 'strict mode loads no builtins and has all of its own (shell/native-builtin)'
  }
}

# Fails with a message, as a command does that cannot do what it was asked to.
__repltool_violate() { # command, reason and rule
  builtin printf 'bash: line %s: %s: %s\n' "${BASH_LINENO[1]}" "$1" "$2" >&2
  __repltool_violation="$__repltool_id $1: $2"
  builtin return 1
}

# What ended the shell in the middle of a cell, if a rule did: sets __repltool_complaint.
__repltool_find_violation() { # `$?`, BASH_COMMAND, depth of the call stack
  case $1 in
    # When bash cannot fork, it has dropped the whole stack by the time it gets to the EXIT trap.
    254) if (($3 == 2)); then __repltool_complaint="the cell needs a process of its own: $__repltool_no_process"; fi ;;
    # Alone an `exec` that finds nothing leaves itself as the command of the EXIT trap.
    126 | 127) if [[ $2 != *'source bash' ]]; then __repltool_complaint="$2: $__repltool_no_process"; fi ;;
  esac
}
