# What an editor asks between cells. Nothing of the user's is run to answer it, programmable completion included.

# Variables that no cell has defined, with spaces around.
__repltool_first_variables=' OLDPWD BASH_REMATCH '
__repltool_items=()

__repltool_know_variables() {
  __repltool_hear builtin compgen -A variable
  __repltool_first_variables+=${__repltool_heard//$'\n'/ }
}

__repltool_answer_variables() { # id
  builtin local __repltool_name __repltool_total=0 __repltool_type __repltool_value
  builtin local -A __repltool_known
  __repltool_items=() __repltool_known=()
  __repltool_heard=${__repltool_first_variables// /$'\n'}
  __repltool_split_heard
  for __repltool_name in "${__repltool_heard_lines[@]}"; do __repltool_known[$__repltool_name]=1; done
  __repltool_hear builtin compgen -A variable -X '__repltool_*'
  __repltool_split_heard
  for __repltool_name in "${__repltool_heard_lines[@]}"; do
    [[ ! ${__repltool_known[$__repltool_name]-}${__repltool_own_variables[$__repltool_name]-} ]] || builtin continue
    if (((__repltool_total += 1) <= 1000)); then
      __repltool_look_at "$__repltool_name"
      __repltool_items+=("$__repltool_name" "$__repltool_type" "$__repltool_value")
    fi
  done
  __repltool_send variables "$1" "$__repltool_total" "${__repltool_items[@]}"
}

# Sets __repltool_type, such as `array, exported`, and __repltool_value, which is on one line.
__repltool_look_at() { # name
  builtin local __repltool_flags=
  if [[ -R $1 ]]; then
    __repltool_type=nameref
    builtin eval "__repltool_value=\${!$1}"
    builtin return
  fi
  builtin eval "__repltool_flags=\${$1@a} __repltool_value=\${$1-}"
  case $__repltool_flags in
    *A*) __repltool_type='associative array' ;;
    *a*) __repltool_type=array ;;
    *i*) __repltool_type=integer ;;
    *) __repltool_type=string ;;
  esac
  if [[ $__repltool_flags == *[aA]* ]]; then
    __repltool_look_at_elements "$1"
  else
    __repltool_value=${__repltool_value:0:300}
    [[ $__repltool_value != *[[:cntrl:]]* ]] || __repltool_value=${__repltool_value@Q}
  fi
  if ((${#__repltool_value} > 200)); then __repltool_value=${__repltool_value:0:199}…; fi
  [[ $__repltool_flags != *x* ]] || __repltool_type+=', exported'
  [[ $__repltool_flags != *r* ]] || __repltool_type+=', readonly'
}

# As `declare -p` shows them, but that of many the first are enough.
__repltool_look_at_elements() { # name
  builtin local __repltool_key
  builtin local -n __repltool_array="$1"
  builtin local -a __repltool_keys
  __repltool_keys=("${!__repltool_array[@]}")
  __repltool_value=
  for __repltool_key in "${__repltool_keys[@]:0:50}"; do
    [[ $__repltool_flags != *A* ]] || __repltool_key=${__repltool_key@Q}
    builtin eval "__repltool_value+=\" [\$__repltool_key]=\${$1[$__repltool_key]@Q}\""
  done
  __repltool_value="(${__repltool_value:1})"
}
