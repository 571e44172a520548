# The driver's entry: `bash main.bash` with the protocol on descriptors 3 and 4. When a cell ends the shell, the shell
# that takes over in the same process is started as `bash main.bash --resume FD…` (see exit.bash).
#
# All names begin with `__repltool_`, local ones too, since cells may make any other readonly; and builtins are called
# through `builtin`, since cells may define functions with their names. Nothing here may fork, since in strict mode
# nothing can: no pipeline, no `$(…)`, no program.

# shellcheck shell=bash

BASH_ARGV0=bash
__repltool_bash=$BASH
__repltool_directory=${BASH_SOURCE[0]%/*}

# The parts are evaluated the way cells are, so that messages from within their functions say `bash` too.
__repltool_load() {
  local part text
  __repltool_over=0 __repltool_cell='__repltool_turned=1 __repltool_over=1'
  for part in descriptors channel hearing builtins settings syntax cells reply loop interrupts traps state exit restore start; do
    mapfile -d '' -n 1 text <"$__repltool_directory/$part.bash"
    __repltool_cell+=$'\n'${text[0]}
  done
}
__repltool_load
__repltool_go_back() { cd "$__repltool_workspace" || cd /; }
__repltool_workspace=$PWD
cd "$__repltool_directory" || exit
shopt -u sourcepath
# shellcheck disable=SC1091 # the loop, which is checked by itself
source bash
shopt -s expand_aliases
unset -v OLDPWD

__repltool_start "$@"
set --
# Empty unless this shell takes over from another.
{ eval "$__repltool_state"; } 2>&-
__repltool_state=

# A cell comes back here when it was interrupted or has said `return`, and at the end.
until { __repltool_enter "$?"; } >&- 2>&-; do
  # shellcheck disable=SC1091
  builtin source bash
done
builtin trap - EXIT
