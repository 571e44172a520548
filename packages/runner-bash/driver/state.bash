# The state of the shell, as code for a new one to evaluate. What the process holds outlives the shell anyway: directory,
# umask, limits, children, descriptors.

# Variables that set themselves, or that something here sets in another way.
__repltool_own_variables=' BASH BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND'
__repltool_own_variables+=' BASH_EXECUTION_STRING BASH_LINENO BASH_MONOSECONDS BASH_SOURCE BASH_SUBSHELL BASH_TRAPSIG'
__repltool_own_variables+=' BASH_VERSINFO BASH_VERSION DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD'
__repltool_own_variables+=' LINENO PIPESTATUS POSIXLY_CORRECT PPID PWD RANDOM SHELLOPTS SRANDOM UID _ '

# Functions of the driver that cells call.
__repltool_own_functions=' trap '

# Sets the array __repltool_state to the pieces of the code.
__repltool_describe_state() { # positional parameters
  builtin local __repltool_words=
  if (($#)); then builtin printf -v __repltool_words ' %q' "$@"; fi
  __repltool_state=("set --$__repltool_words")
  __repltool_describe_directories
  __repltool_describe_functions
  __repltool_describe_variables
  __repltool_describe_aliases
  __repltool_describe_traps
  __repltool_state+=("__repltool_restore_options ${SHELLOPTS@Q} ${BASHOPTS@Q}")
}

__repltool_describe_functions() {
  builtin local __repltool_line
  builtin local -a __repltool_names __repltool_attributes
  __repltool_names=() __repltool_attributes=()
  __repltool_hear builtin declare -F
  # `declare -fx name`
  for __repltool_line in "${__repltool_heard[@]}"; do
    if [[ $__repltool_line != *' __repltool_'* && $__repltool_own_functions != *" ${__repltool_line##* } "* ]]; then
      __repltool_names+=("${__repltool_line##* }")
      if [[ $__repltool_line != 'declare -f '* ]]; then __repltool_attributes+=("$__repltool_line"); fi
    fi
  done
  ((${#__repltool_names[@]})) || builtin return 0
  if __repltool_hear_at_length builtin declare -f -- "${__repltool_names[@]}"; then
    __repltool_state+=("${__repltool_heard[@]}")
  else
    for __repltool_line in "${__repltool_names[@]}"; do
      __repltool_hear builtin declare -f -- "$__repltool_line"
      __repltool_state+=("${__repltool_heard[@]}")
    done
  fi
  __repltool_state+=("${__repltool_attributes[@]}")
}

__repltool_describe_variables() {
  builtin local __repltool_name __repltool_initial
  __repltool_name_variables
  builtin printf -v __repltool_initial ' %s' "${__repltool_names[@]}"
  __repltool_state+=("__repltool_unset_all_but '$__repltool_initial '")
  for __repltool_name in "${__repltool_names[@]}"; do
    if [[ $__repltool_name != __repltool_* && $__repltool_own_variables != *" $__repltool_name "* ]]; then
      __repltool_describe_variable "$__repltool_name"
    fi
  done
}

# Sets the array __repltool_names.
__repltool_name_variables() {
  builtin local __repltool_initial
  __repltool_names=()
  for __repltool_initial in _ a b c d e f g h i j k l m n o p q r s t u v w x y z \
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z; do
    builtin eval "__repltool_names+=(\"\${!$__repltool_initial@}\")"
  done
}

# A cell may end its shell within a function, whose variables are then in front of the session's and go with it. Marked
# by `declare -g`, a variable that was only the function's is not gone when it is unset.
__repltool_describe_variable() { # name
  builtin local __repltool_text __repltool_hidden
  if [[ -R $1 ]]; then
    builtin eval "__repltool_text=\"declare -n $1=\${!$1@Q}\""
  else
    builtin eval "__repltool_text=\${$1[@]@A}"
    if ((__repltool_in_function)); then __repltool_look_behind "$1"; fi
  fi
  __repltool_state+=("$__repltool_text")
}

__repltool_look_behind() { # name; replaces __repltool_text
  builtin declare -gt "$1"
  while builtin unset -v "$1" && builtin declare -p "$1" >/dev/null; do
    builtin eval "__repltool_text=\${$1[@]@A}"
    if [[ $__repltool_text == "declare -t $1" ]]; then __repltool_text=; fi
  done
}

__repltool_describe_aliases() {
  builtin local __repltool_name
  for __repltool_name in "${!BASH_ALIASES[@]}"; do
    __repltool_state+=("BASH_ALIASES[${__repltool_name@Q}]=${BASH_ALIASES[$__repltool_name]@Q}")
  done
}

# The five that the driver keeps are in a variable of its own; EXIT is due now.
__repltool_describe_traps() {
  builtin local __repltool_text
  __repltool_text=${__repltool_traps[@]@A}
  __repltool_state+=("$__repltool_text")
  builtin trap - EXIT INT DEBUG ERR RETURN
  __repltool_hear builtin trap -p
  __repltool_state+=("${__repltool_heard[@]}")
}

__repltool_describe_directories() {
  builtin local __repltool_index
  __repltool_state+=("cd -- ${PWD@Q}")
  for ((__repltool_index = ${#DIRSTACK[@]} - 1; __repltool_index > 0; __repltool_index -= 1)); do
    __repltool_state+=("pushd -n -- ${DIRSTACK[__repltool_index]@Q}")
  done
}
