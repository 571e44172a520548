# The way into the loop of cells, which is the file `bash`. It is found by its bare name, and so from its own directory.

__repltool_entered=0

# Whether all is over. If not, there is a cell to be evaluated, and the loop can be sourced.
__repltool_enter() { # `$?` of the cell that left the loop, if one did
  if [[ $__repltool_ending == interrupted ]]; then __repltool_end_unwinding; fi
  if [[ $__repltool_entered == 1 || $__repltool_phase == idle ]]; then
    __repltool_turn "$SHELLOPTS" "$1" "$1" ''
  fi
  __repltool_entered=1
  if ((__repltool_over)); then builtin return 0; fi
  __repltool_prepare_loop
  # Interrupts leave none. Behind it may be no command that is not known for the driver's.
  __repltool_set_user_trap DEBUG
  ((__repltool_over))
}

__repltool_prepare_loop() {
  __repltool_workspace=${DIRSTACK[0]} __repltool_former_directory=${OLDPWD-}
  __repltool_loop_options=$BASHOPTS
  builtin shopt -u sourcepath
  builtin cd -- "$__repltool_directory"
}

# The first thing the loop does.
__repltool_go_back() {
  builtin cd -- "$__repltool_workspace" || builtin cd -- "$HOME" || builtin cd /
  OLDPWD=$__repltool_former_directory
  [[ $OLDPWD ]] || builtin unset -v OLDPWD
  [[ :$__repltool_loop_options: != *:sourcepath:* ]] || builtin shopt -s sourcepath
}
