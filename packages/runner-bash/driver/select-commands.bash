# What stands for `select` in cells (see select.bash). One that runs is known by the loop in the code and the depth of
# the call: functions may call themselves, and loops be left by `return`.
# shellcheck disable=SC2317 # cells call it, and nothing here

# For those that run: whether the menu was shown, and whether the input came to its end.
declare -gA __repltool_shown=() __repltool_ended=()

__repltool_begin_choice() { # loop, words
  { __repltool_lay_menu "${#FUNCNAME[@]}" "$@"; } 2>&-
}

__repltool_lay_menu() { # depth, loop, words
  builtin declare -ga "__repltool_menu_$2_$1=()"
  builtin local -n __repltool_menu="__repltool_menu_$2_$1"
  __repltool_menu=("${@:3}")
  __repltool_shown[$2_$1]=0 __repltool_ended[$2_$1]=0
}

# Fails when there is nothing to choose from, or no line.
__repltool_choose() { # loop, name
  __repltool_choose_own "$1_${#FUNCNAME[@]}" "$2"
}

__repltool_choose_own() {
  { __repltool_begin_input; } 2>&-
  __repltool_choose_word "$@"
  { __repltool_end_input "$?"; } 2>&-
}

# An empty line, also when the cell made it one, shows the menu again.
__repltool_choose_word() {
  # shellcheck disable=SC2178 # the name of one
  builtin local -n __repltool_menu="__repltool_menu_$1"
  builtin local __repltool_number
  ((${#__repltool_menu[@]})) || builtin return
  if ((!__repltool_shown[$1])) || [[ ! ${REPLY-} ]]; then __repltool_show_menu; fi
  __repltool_shown[$1]=1 __repltool_ended[$1]=1
  until __repltool_read_choice || builtin return 1; [[ ${REPLY-} ]]; do
    __repltool_show_menu
  done
  __repltool_take_number
  # Fails for a readonly variable.
  __repltool_builtin printf -v "$2" %s "${__repltool_number:+${__repltool_menu[__repltool_number - 1]}}" || builtin return 1
  __repltool_ended[$1]=0
}

# In the columns that bash makes of it.
__repltool_show_menu() {
  builtin local __repltool_word PS3= REPLY=
  select __repltool_word in "${__repltool_menu[@]}"; do :; done </dev/null >/dev/null
}

__repltool_read_choice() {
  if { [[ /dev/fd/0 -ef /dev/fd/204 ]]; } 2>&-; then
    __repltool_read -p "${PS3-#? }" && builtin return
  else
    builtin printf %s "${PS3-#? }" >&2
    builtin read && builtin return
  fi
  builtin echo
  builtin return 1
}

# Sets __repltool_number to the number that REPLY is, or to nothing if there is no such word.
__repltool_take_number() {
  __repltool_number=$REPLY
  __repltool_number=${__repltool_number#"${__repltool_number%%[![:space:]]*}"}
  __repltool_number=${__repltool_number%"${__repltool_number##*[![:space:]]}"}
  __repltool_number=${__repltool_number#+}
  __repltool_number=${__repltool_number#"${__repltool_number%%[!0]*}"}
  if [[ $__repltool_number == *[!0-9]* ]] || ((${#__repltool_number} > 9 || __repltool_number > ${#__repltool_menu[@]})); then
    __repltool_number=
  fi
}

# Whether it ended for want of a line. Behind `!`, as a loop that fails is none for `set -e`.
__repltool_ran_out() { # loop
  { ((__repltool_ended[$1_${#FUNCNAME[@]}])); } 2>&-
}
