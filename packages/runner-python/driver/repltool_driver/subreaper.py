"""prctl(2), for which Python has no function of its own."""

PR_SET_CHILD_SUBREAPER = 36


def become_subreaper():
    """Makes orphans among this process's descendants its own children. False where that cannot be had."""
    try:
        import _ctypes

        prctl = _ctypes.dlsym(_ctypes.dlopen(None, 0), 'prctl')
        return _ctypes.call_function(prctl, (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) == 0
    except Exception:
        return False
