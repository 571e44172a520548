# What few results have: an ending of their own, an exception.

# Replaces __repltool_reply, which is empty when `builtin printf` does not work.
__repltool_make_reply() {
  builtin local __repltool_name= __repltool_message=
  case $__repltool_ending in
    '') __repltool_recover_builtins ;;
    exited) __repltool_outcome=exited __repltool_status=$__repltool_exit_code ;;
    interrupted) __repltool_outcome=interrupted __repltool_status=130 ;;
    refused) __repltool_name=SyntaxError __repltool_message=${__repltool_complaint%%$'\n'*} ;;
  esac
  __repltool_ending=
  __repltool_encode result "$__repltool_id" "$__repltool_outcome" "$__repltool_status" \
    "$__repltool_name" "${__repltool_message#bash: }"
}
