"""SIGINT stops a running cell and does nothing between cells."""

from _signal import SIG_UNBLOCK, SIGINT, default_int_handler, pthread_sigmask, signal


_came_early = False


def ignore(signum, frame):
    """The handler between cells. Not SIG_IGN, which a process started by a thread would inherit."""
    global _came_early
    _came_early = True


def expect():
    """From here on, an interrupt is meant for the cell that is about to begin."""
    global _came_early
    _came_early = False


def arm():
    """Gives SIGINT its usual meaning."""
    signal(SIGINT, default_int_handler)


def disarm():
    while True:
        try:
            signal(SIGINT, ignore)
            return
        except KeyboardInterrupt:  # One that has come before, which signal() lets out first.
            continue


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
            if _came_early:
                raise KeyboardInterrupt
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
