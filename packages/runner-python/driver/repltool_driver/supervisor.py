"""The process that stays what the interpreter was before the first cell, and outlives every interpreter.

It knows the running interpreter and the frozen copies of it, oldest first. When the running one ends, it ends all that
cells have left behind and wakes the newest copy, or forks itself where there is none.
"""

from os import WIFSIGNALED, WNOHANG, WTERMSIG, _exit, close, getpid, kill, pipe, read, set_blocking
from os import waitpid, waitstatus_to_exitcode
from select import POLLIN, poll
from signal import SIG_DFL, SIG_SETMASK, SIGCHLD, SIGKILL, SIGTERM, SIGUSR1
from signal import pthread_sigmask, set_wakeup_fd, signal, valid_signals

from repltool_driver.descriptors import reserve_pipe
from repltool_driver.forks import own_fork
from repltool_driver.lineage import Ending, LineReader, say
from repltool_driver.process_tree import kill_descendants

WAKE = SIGUSR1
# Sent by the host to end an interpreter that does not answer an interrupt.
GIVE_UP = SIGTERM


class Lines:
    """The descriptors between the supervisor and its interpreters; each side closes what is the other's."""

    def __init__(self):
        self.reports_in, self.reports_out = reserve_pipe()
        self.endings_in, self.endings_out = reserve_pipe()


class Alarm:
    """Makes some signals readable on a descriptor, and keeps away all others, which are meant for user code."""

    def __init__(self, numbers):
        self._numbers = numbers

    def __enter__(self):
        self.fd, self._out = pipe()
        for fd in (self.fd, self._out):
            set_blocking(fd, False)
        set_wakeup_fd(self._out)
        for number in self._numbers:
            signal(number, lambda *_: None)
        self._mask = pthread_sigmask(SIG_SETMASK, valid_signals() - set(self._numbers))
        return self

    def take(self):
        """The numbers of the signals that have come, as bytes."""
        try:
            return read(self.fd, 4096)
        except BlockingIOError:
            return b''

    def __exit__(self, *_):
        set_wakeup_fd(-1)
        for number in self._numbers:
            signal(number, SIG_DFL)
        close(self.fd)
        close(self._out)
        pthread_sigmask(SIG_SETMASK, self._mask)


class Supervisor:
    def __init__(self, lines, depth):
        self._lines = lines
        self._depth = depth
        self._reports = LineReader(lines.reports_in)
        self._running = 0
        self._frozen = []  # (pid, cell), oldest first
        self._ended = None
        self._request = None
        self._target = None
        # False while a fresh interpreter has not yet said that it serves.
        self._proven = True

    def run(self, running):
        """Watches over `running`. Returns in a fork that is to serve in its place, with how the last one ended."""
        self._running = running
        set_blocking(self._lines.reports_in, False)
        with Alarm((SIGCHLD, GIVE_UP)) as alarm:
            watch = poll()
            watch.register(alarm.fd, POLLIN)
            watch.register(self._lines.reports_in, POLLIN)
            while True:
                self._reap()
                # After reaping, so that all an interpreter reported in its life is known.
                for report in self._reports.waiting():
                    self._note(*report)
                ending = self._ended is not None and self._replace()
                if ending:
                    return ending
                watch.poll()
                if GIVE_UP in alarm.take():
                    kill(self._running, SIGKILL)

    def _note(self, kind, *details):
        self._proven = True
        if kind == 'frozen':
            self._frozen.append(tuple(details))
            if len(self._frozen) > self._depth:
                kill(self._frozen.pop(0)[0], SIGKILL)
        elif kind == 'back':
            self._request, self._target = details
            kill(self._running, SIGKILL)
        elif kind == 'quit':
            self._frozen.clear()
            kill_descendants(set(), self._reap_one)
            _exit(details[0])

    def _reap(self):
        try:
            while self._take(*waitpid(-1, WNOHANG)):
                pass
        except ChildProcessError:
            pass

    def _reap_one(self):
        try:
            self._take(*waitpid(-1, 0))
        except ChildProcessError:
            pass

    def _take(self, pid, status):
        if pid == self._running:
            self._ended = status
        self._frozen = [copy for copy in self._frozen if copy[0] != pid]
        return pid

    def _replace(self):
        """Puts the next interpreter in the place of the one that has ended; returns in it if it is a fork."""
        if self._target is not None:
            while self._frozen and self._frozen[-1][1] != self._target:
                self._frozen.pop()
        elif self._request is not None:
            self._frozen.clear()
        kill_descendants({pid for pid, _ in self._frozen}, self._reap_one)
        ending = Ending.of(self._ended, self._request)
        if not self._frozen and not self._proven:
            end_like(self._ended)
        self._ended = self._request = self._target = None
        if self._frozen:
            self._running = self._frozen.pop()[0]
            say(self._lines.endings_out, ending.to_line(self._running))
            kill(self._running, WAKE)
            return None
        self._proven = False
        self._running = own_fork.fork()
        return ending if self._running == 0 else None


def end_like(status):
    if WIFSIGNALED(status):
        number = WTERMSIG(status)
        signal(number, SIG_DFL) if number != SIGKILL else None
        pthread_sigmask(SIG_SETMASK, ())
        kill(getpid(), number)
    _exit(waitstatus_to_exitcode(status) & 0xFF)
