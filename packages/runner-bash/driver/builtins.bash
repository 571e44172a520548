# A function called `builtin`, or builtins switched off by `enable -n`, would leave the driver without hands. Where the
# code mentions either, they are recovered when it has ended; where it does not, this is found out when nothing works.

__repltool_has_builtins() {
  __repltool_probe=
  builtin printf -v __repltool_probe intact
  [[ $__repltool_probe ]]
}

# In posix mode no function comes before `unset`; and an assignment, which nothing can come before, switches it on.
__repltool_recover_builtins() {
  builtin local __repltool_options="$BASHOPTS" __repltool_was_posix=
  [[ ! -o posix ]] || __repltool_was_posix=1
  POSIXLY_CORRECT=y
  unset -f builtin
  builtin enable . : [ alias bg break builtin caller cd command compgen complete compopt continue declare dirs disown \
    echo enable eval exec exit export false fg getopts hash help jobs kill let local mapfile popd printf pushd pwd read \
    readarray readonly return set shift shopt source test times trap true type typeset ulimit umask unalias unset wait
  [[ $__repltool_was_posix ]] || builtin set +o posix
  __repltool_restore_posix_options "$__repltool_options"
}
