# The state of the shell, as code for a new one to evaluate. What the process holds outlives the shell anyway: directory,
# umask, limits, children, descriptors.

# Variables that set themselves, or that something here sets in another way.
declare -gA __repltool_own_variables=()
for __repltool_name in BASH BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND \
  BASH_EXECUTION_STRING BASH_LINENO BASH_MONOSECONDS BASH_SOURCE BASH_SUBSHELL BASH_TRAPSIG BASH_VERSINFO BASH_VERSION \
  DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO PIPESTATUS POSIXLY_CORRECT PPID PWD RANDOM \
  SHELLOPTS SRANDOM UID _; do
  __repltool_own_variables[$__repltool_name]=1
done
unset -v __repltool_name

# Functions of the driver that cells call.
declare -gA __repltool_own_functions=([trap]=1 [read]=1 [mapfile]=1 [readarray]=1)

# Sets the array __repltool_state to the pieces of the code, all but the functions, and __repltool_functions to their names.
# Functions may have the names of builtins, and aliases would be expanded in what follows them: so both come last.
__repltool_describe_state() { # positional parameters
  builtin local __repltool_words= __repltool_traps_heard=
  builtin local -a __repltool_names
  if (($#)); then builtin printf -v __repltool_words ' %q' "$@"; fi
  __repltool_state=("set --$__repltool_words")
  __repltool_describe_directories
  __repltool_hear_of_state
  __repltool_describe_variables
  __repltool_describe_traps
  # Patterns of functions may not be understood without.
  __repltool_state+=('shopt -s extglob')
}

# What bash says of itself by printing only.
__repltool_hear_of_state() {
  builtin local __repltool_line
  __repltool_names=() __repltool_functions=() __repltool_namerefs=()
  __repltool_hear __repltool_tell || __repltool_lost_names+=(variables functions traps)
  # To cut off what is before takes a time that grows with the square of its length.
  __repltool_line=${__repltool_heard%%$'\ntraps\n'*}
  __repltool_traps_heard=${__repltool_heard:${#__repltool_line} + 7} __repltool_heard=$__repltool_line
  __repltool_split_heard
  for __repltool_line in "${__repltool_heard_lines[@]}"; do
    case $__repltool_line in
      'v '*)
        __repltool_line=${__repltool_line:2}
        [[ ${__repltool_own_variables[$__repltool_line]-} ]] || __repltool_names+=("$__repltool_line")
        ;;
      'f '*)
        [[ ${__repltool_own_functions["${__repltool_line:2}"]-} ]] || __repltool_functions+=("${__repltool_line:2}")
        ;;
      'declare -'*) __repltool_namerefs+=("$__repltool_line") ;;
      'umask '*) __repltool_state+=("$__repltool_line") ;;
      /proc/self/fd/*) __repltool_name_descriptor "${__repltool_line##*/}" ;;
      '['*) __repltool_name_job "$__repltool_line" ;;
    esac
  done
}

# Traps may be of many lines, and come last.
__repltool_tell() {
  builtin compgen -P 'v ' -A variable -X '__repltool_*'
  builtin compgen -P 'f ' -A function -X '__repltool_*'
  builtin declare -pn
  builtin umask -p
  builtin compgen -f /proc/self/fd/
  builtin jobs -r
  builtin jobs -s
  builtin echo traps
  builtin trap
}

# The end of the code.
__repltool_describe_settings() {
  __repltool_state=()
  __repltool_describe_aliases
  __repltool_state+=("__repltool_restore_options ${SHELLOPTS@Q} ${BASHOPTS@Q}")
}

__repltool_describe_settings_aside() {
  builtin local __repltool_name
  for __repltool_name in flags posix posix_variable aside; do
    builtin eval "__repltool_state+=(\"__repltool_$__repltool_name=\${__repltool_$__repltool_name@Q}\")"
  done
}

# In one piece, which takes a fifth of the time. A nameref is described as what it refers to, and then as itself.
__repltool_describe_variables() {
  builtin local __repltool_name __repltool_text
  builtin printf -v __repltool_text ' %s' "${__repltool_names[@]}"
  __repltool_state+=("__repltool_unset_all_but$__repltool_text")
  if ((__repltool_in_function)); then
    for __repltool_name in "${__repltool_names[@]}"; do
      [[ -R $__repltool_name ]] || __repltool_describe_variable "$__repltool_name"
    done
  elif ((${#__repltool_names[@]})); then
    builtin printf -v __repltool_text "\${%s[@]@A}\$'\n'" "${__repltool_names[@]}"
    builtin eval "__repltool_state[\${#__repltool_state[@]}]=$__repltool_text"
  fi
  __repltool_state+=("${__repltool_namerefs[@]}")
}

# A cell may end its shell within a function, whose variables are then in front of the session's and go with it. Marked
# by `declare -g`, a variable that was only the function's is not gone when it is unset.
__repltool_describe_variable() { # name
  builtin local __repltool_text
  builtin eval "__repltool_text=\${$1[@]@A}"
  builtin declare -gt "$1"
  while builtin unset -v "$1" && builtin declare -p "$1" >/dev/null; do
    builtin eval "__repltool_text=\${$1[@]@A}"
    if [[ $__repltool_text == "declare -t $1" ]]; then __repltool_text=; fi
  done
  __repltool_state+=("$__repltool_text")
}

__repltool_describe_aliases() {
  builtin local __repltool_name
  for __repltool_name in "${!BASH_ALIASES[@]}"; do
    __repltool_state+=("BASH_ALIASES[${__repltool_name@Q}]=${BASH_ALIASES[$__repltool_name]@Q}")
  done
}

# The five that the driver keeps are in a variable of its own.
__repltool_describe_traps() {
  builtin local __repltool_text
  __repltool_text=${__repltool_traps[@]@A}
  __repltool_state+=("$__repltool_text")
  __repltool_heard=$__repltool_traps_heard
  __repltool_leave_out_own_traps
  __repltool_state+=("$__repltool_heard")
}

__repltool_describe_directories() {
  builtin local __repltool_index
  __repltool_state+=("cd -- ${PWD@Q} || __repltool_lose ${PWD@Q}")
  for ((__repltool_index = ${#DIRSTACK[@]} - 1; __repltool_index > 0; __repltool_index -= 1)); do
    __repltool_state+=("pushd -n -- ${DIRSTACK[__repltool_index]@Q} >/dev/null")
  done
}
