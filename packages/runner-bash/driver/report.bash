# Results that say more than that all went well.

__repltool_report() { # exit code
  builtin local __repltool_outcome=ok __repltool_name= __repltool_message=
  __repltool_phase=idle __repltool_status=$1
  if ((__repltool_status)); then
    __repltool_outcome=error
    if [[ $__repltool_violation == "$__repltool_id "* && ! $__repltool_ending ]]; then
      __repltool_ending=denied __repltool_complaint=${__repltool_violation#* } __repltool_exit_code=$__repltool_status
    fi
  fi
  case $__repltool_ending in
    exited) __repltool_outcome=exited __repltool_status=$__repltool_exit_code ;;
    denied)
      __repltool_outcome=denied __repltool_status=$__repltool_exit_code
      __repltool_name=SandboxViolation __repltool_message=$__repltool_complaint
      ;;
    interrupted) __repltool_outcome=interrupted __repltool_status=130 ;;
    refused) __repltool_name=SyntaxError __repltool_message=${__repltool_complaint%%$'\n'*} ;;
  esac
  __repltool_ending=
  builtin printf '\x1e%s]\x1e' "$__repltool_boundary" >&202
  builtin printf '\x1e%s]\x1e' "$__repltool_boundary" >&203
  __repltool_send result "$__repltool_id" "$__repltool_outcome" "$__repltool_status" \
    "$__repltool_name" "${__repltool_message#bash: }"
}
