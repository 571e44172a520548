"""Forks of the driver's own, told apart from those of user code."""

from os import _exit, fork, register_at_fork, waitpid
from signal import SIG_IGN, getsignal, pthread_sigmask, signal, sigpending, valid_signals
from signal import SIG_BLOCK, SIG_SETMASK, SIGCHLD, sigtimedwait

ALL_SIGNALS = valid_signals()


class OwnFork:
    """Says whether the fork under way is the driver's."""

    def __init__(self):
        self._under_way = False

    def fork(self):
        self._under_way = True
        try:
            return fork()
        finally:
            self._under_way = False

    def in_children_of_cells(self, callback):
        """Runs `callback` in every process that user code forks."""
        register_at_fork(after_in_child=lambda: self._under_way or callback())


own_fork = OwnFork()


def fork_aside(announce):
    """Forks a process that is no child of this one, so that user code that waits for its children does not meet it.

    Returns a function in the new process, which has to call it to get its signals again, and None in this one.
    `announce` is called with the new process's id before this one goes on.
    Raises OSError when there cannot be another process.
    """
    mask = pthread_sigmask(SIG_BLOCK, ALL_SIGNALS)
    between = -1
    try:
        between = own_fork.fork()
        if between == 0:
            copy = fork_from_between(announce)
            return lambda: unblock(mask)
        if not ended_well(between):
            raise OSError('no process for a copy of the interpreter')
        return None
    finally:
        if between > 0:
            sigtimedwait((SIGCHLD,), 0)
        if between != 0:
            pthread_sigmask(SIG_SETMASK, mask)


def fork_from_between(announce):
    """Returns in the grandchild alone."""
    try:
        copy = own_fork.fork()
        if copy == 0:
            return
        announce(copy)
    except BaseException:
        _exit(1)
    _exit(0)


def ended_well(pid):
    try:
        return waitpid(pid, 0)[1] == 0
    except ChildProcessError:
        return True  # User code ignores SIGCHLD, and the kernel has forgotten the child.


def unblock(mask):
    """Takes signals again, but for those that came while none was taken: they were meant for another process."""
    for number in sigpending():
        handler = getsignal(number)
        if handler is not None:
            signal(number, SIG_IGN)
            signal(number, handler)
    pthread_sigmask(SIG_SETMASK, mask)
