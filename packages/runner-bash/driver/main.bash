# The driver's entry: `bash main.bash` with the protocol on descriptors 3 and 4. When a cell ends the shell, the shell
# that takes over in the same process is started as `bash main.bash --resume FD…` (see exit.bash).
#
# All names begin with `__repltool_`, local ones too, since cells may make any other readonly. Builtins are called through
# `builtin`, since cells may define functions with their names; and in code that is evaluated while cells are about,
# through `\builtin`, since there may be aliases. Nothing here may fork, since in strict mode nothing can: no pipeline,
# no `$(…)`, no program.

BASH_ARGV0=bash
__repltool_bash=$BASH
__repltool_directory=${BASH_SOURCE[0]%/*}

__repltool_load() {
  # Bash parses twice as fast in the C locale.
  local LC_ALL=C part
  for part in descriptors channel hearing input builtins settings syntax select cells report loop interrupts traps state \
    transfer losses exit restore strict questions completion inspection start; do
    # shellcheck disable=SC1090
    source "$__repltool_directory/$part.bash"
  done
  # The messages of these are about the user's commands. Evaluated the way cells are, they say `bash` too.
  __repltool_over=0 __repltool_cell='__repltool_turned=1 __repltool_over=1; '
  for part in read trap select; do
    mapfile -d '' -n 1 part <"$__repltool_directory/$part-commands.bash"
    __repltool_cell+=$part
  done
}
__repltool_load
unset -f __repltool_load
__repltool_prepare_loop
# shellcheck disable=SC1091
source bash
shopt -s expand_aliases

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
