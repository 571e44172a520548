# What belongs to the process, and not to what the shell can say of itself: some of it can be had again, and the rest is
# named.

# Limits of a shell that nobody has changed.
__repltool_first_limits=

__repltool_read_limits() { # variable
  builtin read -r -d '' -N 4000 "$1" </proc/self/limits
}

__repltool_name_job() { # such as `[1]+  Running                 sleep 300 &`
  builtin local __repltool_job="${1#*]??}"
  __repltool_job=${__repltool_job#"${__repltool_job%%[! ]*}"}
  __repltool_job=${__repltool_job#"${__repltool_job%% *}"}
  __repltool_job=${__repltool_job#"${__repltool_job%%[! ]*}"}
  __repltool_job=${__repltool_job%'  (wd: '*')'}
  __repltool_job=${__repltool_job% &}
  case $__repltool_job in
    'coproc '*' '*)
      __repltool_job=${__repltool_job#coproc }
      __repltool_lose "coprocess ${__repltool_job%% *}"
      ;;
    *) __repltool_lose "job $__repltool_job" ;;
  esac
}

# Those of the driver, and of bash itself, are close-on-exec; those that cells open are not.
__repltool_name_descriptor() { # number
  builtin local __repltool_flags
  case $1 in [012] | 20[0-5] | 255) builtin return ;; esac
  builtin read -r -N 100 __repltool_flags <"/proc/self/fdinfo/$1" || [[ $__repltool_flags ]] || builtin return
  __repltool_flags=${__repltool_flags#*flags:$'\t'}
  if ((!(8#${__repltool_flags%%$'\n'*} & 8#2000000))); then __repltool_lose "descriptor $1"; fi
}

__repltool_describe_limits() {
  builtin local __repltool_limits
  __repltool_read_limits __repltool_limits
  if [[ $__repltool_limits != "$__repltool_first_limits" ]]; then __repltool_describe_changed_limits; fi
}

# Of each the soft one and the hard one, which can come back only if they are no higher than the new shell's. The size of
# pipes is not one to be set.
__repltool_describe_changed_limits() {
  builtin local __repltool_line __repltool_kind
  for __repltool_kind in S H; do
    __repltool_hear builtin ulimit "-${__repltool_kind}a"
    __repltool_split_heard
    # `open files                          (-n) 1024`
    for __repltool_line in "${__repltool_heard_lines[@]}"; do
      __repltool_line=${__repltool_line##*-}
      [[ $__repltool_line == 'p)'* ]] || __repltool_state+=("__repltool_limit -$__repltool_kind -${__repltool_line/)}")
    done
  done
}
