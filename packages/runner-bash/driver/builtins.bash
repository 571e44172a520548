# A function called `builtin`, or builtins switched off by `enable -n`, would leave the driver without hands.

# In posix mode no function comes before `unset`; and an assignment, which nothing can come before, switches it on.
__repltool_recover_builtins() {
  builtin local __repltool_options="$BASHOPTS" __repltool_was_posix=
  [[ ! -o posix ]] || __repltool_was_posix=1
  POSIXLY_CORRECT=y
  unset -f builtin
  builtin enable cd declare enable eval exec local mapfile printf read return set shift shopt source trap unset
  [[ $__repltool_was_posix ]] || builtin set +o posix
  __repltool_restore_posix_options "$__repltool_options"
}
