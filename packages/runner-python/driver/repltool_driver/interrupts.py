"""SIGINT stops a running cell and does nothing between cells."""

from _signal import SIG_UNBLOCK, SIGINT, default_int_handler, pthread_sigmask, signal


def ignore(signum, frame):
    """The handler between cells. Not SIG_IGN, which a process started by a thread would inherit."""


def arm():
    """Gives SIGINT its usual meaning, whatever an earlier cell did to it."""
    signal(SIGINT, default_int_handler)


def disarm():
    signal(SIGINT, ignore)


def unblock():
    """Lets SIGINT through again where a cell has blocked it."""
    pthread_sigmask(SIG_UNBLOCK, (SIGINT,))


def run_interruptible(work, *arguments):
    """Runs `work`, which answers itself for a KeyboardInterrupt in user code.

    Returns None when the interrupt came so close to either end that `work` could not.
    """
    outcome = None
    try:
        try:
            arm()
            outcome = work(*arguments)
        finally:
            disarm()
    except KeyboardInterrupt:
        disarm()
    return outcome


def run_whole(work):
    """Runs the driver's own `work` within a cell; an interrupt that comes meanwhile is raised behind it."""
    came = []
    handler = signal(SIGINT, lambda *_: came.append(True))
    try:
        return work()
    finally:
        signal(SIGINT, handler)
        if came:
            raise KeyboardInterrupt
