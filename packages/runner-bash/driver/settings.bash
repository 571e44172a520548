# Settings of the shell that would get in the driver's way: off between cells, and as the user left them within.

# allexport, errexit, nounset, verbose, xtrace, errtrace and functrace, as `$-` writes them. The driver takes failure for
# an answer, but must not export its variables, end with one, or show in a trace.
__repltool_flags=
# BASHOPTS and POSIXLY_CORRECT of a shell in posix mode.
__repltool_posix= __repltool_posix_variable=
# Set when there is any of these to go back to.
__repltool_aside=
# SHELLOPTS as it was last found with nothing to put aside.
__repltool_plain_options=$SHELLOPTS

__repltool_put_settings_aside() { # SHELLOPTS, `$-`
  builtin set +aeuvxET
  __repltool_flags=${2//[!aeuvxET]/}
  __repltool_posix=
  if [[ -o posix ]]; then
    __repltool_posix=$BASHOPTS __repltool_posix_variable=${POSIXLY_CORRECT@A}
    builtin set +o posix
    __repltool_restore_posix_options "$__repltool_posix"
  fi
  __repltool_aside=$__repltool_flags$__repltool_posix
  if [[ ! $__repltool_aside ]]; then __repltool_plain_options=$1; fi
  if [[ $__repltool_wary ]]; then
    __repltool_wary=
    __repltool_drop_input
    __repltool_recover_builtins
    __repltool_recover_traps
  fi
}

# Restores the user's settings, `$?` and `$_` before the cell, on its first line.
__repltool_begin_as_left() { # PIPESTATUS… and `$_` as the cell before left them
  if ((__repltool_status)) && __repltool_is_idle "$__repltool_code"; then __repltool_status=0; fi
  builtin local __repltool_statuses
  if [[ $# -gt 2 && ! $__repltool_flags && $__repltool_code == *PIPESTATUS* ]]; then
    builtin printf -v __repltool_statuses '| (exit %s) ' "${@:1:$#-1}"
    __repltool_cell="${__repltool_statuses#| }; $__repltool_cell"
  else
    # A failure in front of `&&` is not taken for one of the cell's.
    # shellcheck disable=SC2016 # for the cell to expand
    __repltool_cell='{ __repltool_begin "$__repltool_argument" && \builtin : "$__repltool_argument"; } 2>&-; '$__repltool_cell
  fi
}

__repltool_begin() {
  if [[ $__repltool_posix ]]; then
    builtin set -o posix
    __repltool_restore_posix_options "$__repltool_posix"
    builtin eval "${__repltool_posix_variable/#declare /declare -g }"
  fi
  if [[ $__repltool_flags ]]; then builtin set "-$__repltool_flags"; fi
  builtin return "$__repltool_status"
}

# Whether the code is comments and blank lines, which end well whatever was before. To look through long ones takes long.
__repltool_is_idle() { # code
  ((${#1} < 2000)) || builtin return 1
  builtin local __repltool_rest="$1"
  while [[ $__repltool_rest == ['# '$'\t\n']* ]]; do
    case $__repltool_rest in
      '#'*$'\n'*) __repltool_rest=${__repltool_rest#*$'\n'} ;;
      '#'*) builtin return 0 ;;
      *) __repltool_rest=${__repltool_rest#?} ;;
    esac
  done
  [[ ! $__repltool_rest ]]
}

# Switching posix mode on or off changes these by the way.
__repltool_restore_posix_options() { # BASHOPTS to restore them from
  builtin local __repltool_option
  for __repltool_option in expand_aliases inherit_errexit interactive_comments shift_verbose sourcepath; do
    if [[ :$1: == *":$__repltool_option:"* ]]; then
      builtin shopt -s "$__repltool_option"
    else
      builtin shopt -u "$__repltool_option"
    fi
  done
}
