"""Frozen copies of the interpreter, one after each cell, that take over when it ends."""

import sys
from os import close, getpid, getppid
from signal import pause, sigwaitinfo

from repltool_driver.channel import nullable, quote
from repltool_driver.forks import fork_aside, own_fork
from repltool_driver.lineage import Ending, LineReader, say
from repltool_driver.subreaper import become_subreaper
from repltool_driver.supervisor import WAKE, Lines, Supervisor

PAGE_BYTES = 4096
SENT_BY_KILL = 0  # si_code: the sender's id is the kernel's word, not the sender's.
# How ready the kernel is to end a process for want of memory; a frozen copy is not to go first.
RUNNING_OOM_SCORE = 500
FROZEN_OOM_SCORE = 0

MODULES = sys.modules


class Checkpoints:
    """The running interpreter's side: takes copies, asks for earlier ones, and is what a copy wakes up in."""

    def __init__(self, options, lines):
        self.every_cell = options['when'] == 'every-cell'
        self._depth = options['depth']
        self._max_heap_bytes = options['max_heap_mb'] * 1024 * 1024
        self._lines = lines
        self._endings = LineReader(lines.endings_in)
        self._supervisor = getppid()
        self._cells = []
        close(lines.reports_in)
        close(lines.endings_out)
        own_fork.in_children_of_cells(self._close)
        set_oom_score(RUNNING_OOM_SCORE)

    def take(self, cell):
        """Freezes a copy as it is after `cell`. Returns None, and an Ending in the copy when its time has come.

        Raises OSError when there cannot be another process.
        """
        random_state = RandomState()
        unblock = fork_aside(
            lambda pid: say(self._lines.reports_out, f'["frozen",{pid},{quote(cell)}]\n')
        )
        if unblock is None:
            self._cells = [*self._cells[1 - self._depth :], cell] if self._depth > 1 else [cell]
            return None
        set_oom_score(FROZEN_OOM_SCORE)
        ending = self._sleep()
        set_oom_score(RUNNING_OOM_SCORE)
        unblock()
        random_state.restore()
        return ending

    def too_large(self):
        """Whether the interpreter has grown over the size up to which copies are taken."""
        with open('/proc/self/statm', 'rb') as statm:
            return int(statm.read().split()[1]) * PAGE_BYTES > self._max_heap_bytes

    def report_alive(self):
        """Tells the supervisor that a fresh interpreter serves: should it end as well, another is worth a try."""
        say(self._lines.reports_out, '["alive"]\n')

    def can_go_back_to(self, cell):
        return cell is None or cell in self._cells

    def go_back(self, request, cell):
        """Gives way to the copy made after `cell`, or to a fresh interpreter. Does not return."""
        say(self._lines.reports_out, f'["back",{quote(request)},{nullable(cell)}]\n')
        while True:
            pause()

    def quit(self, exit_code):
        """Lets the supervisor end everything."""
        say(self._lines.reports_out, f'["quit",{exit_code}]\n')

    def _sleep(self):
        while True:
            woken = sigwaitinfo((WAKE,))
            if woken.si_code == SENT_BY_KILL and woken.si_pid == self._supervisor:
                break
        me = getpid()
        while (line := self._endings.next()) is not None:
            successor, exit_code, signal, request = line
            if successor == me:
                return Ending(exit_code, signal, request)
        return Ending()

    def _close(self):
        for fd in (self._lines.reports_out, self._lines.endings_in):
            try:
                close(fd)
            except OSError:
                pass


def start_checkpoints(options):
    """Leaves a supervisor behind and goes on in a child of it.

    Returns the child's checkpoints, and how the interpreter before it ended: None in the first. Gives None in their place
    where the host allows no processes.
    """
    if not become_subreaper():
        return None, None
    lines = Lines()
    supervisor = Supervisor(lines, options['depth'])
    try:
        child = own_fork.fork()
    except OSError:
        return None, None
    ending = supervisor.run(child) if child else None
    return Checkpoints(options, lines), ending


class RandomState:
    """The generator behind `random`'s functions, which the library seeds anew in every forked process."""

    def __init__(self):
        self._generator = getattr(MODULES.get('random'), '_inst', None)
        try:
            self._state = self._generator and self._generator.getstate()
        except Exception:
            self._generator = None

    def restore(self):
        if self._generator:
            self._generator.setstate(self._state)


def set_oom_score(score):
    try:
        with open('/proc/self/oom_score_adj', 'w') as file:
            file.write(str(score))
    except OSError:
        pass
