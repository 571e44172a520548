"""The processes that cells have left behind."""

from os import WNOHANG, getpid, kill, listdir, sysconf, waitpid
from signal import SIGKILL
from time import CLOCK_BOOTTIME, clock_gettime

TICKS_PER_SECOND = sysconf('SC_CLK_TCK')


def now():
    """The time in the clock ticks that the kernel notes when a process begins."""
    return int(clock_gettime(CLOCK_BOOTTIME) * TICKS_PER_SECOND)


def stats():
    """Every process in sight, with its state, its parent and what else follows its name in /proc/PID/stat."""
    found = {}
    for name in listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat', 'rb') as stat:
                    found[int(name)] = stat.read().rpartition(b')')[2].split()
            except OSError:
                pass  # Gone since it was listed.
    return found


def parents():
    return {pid: int(stat[1]) for pid, stat in stats().items()}


def descendants():
    parent_of = parents()
    me = getpid()
    found = set()
    for pid in parent_of:
        line = []
        while pid in parent_of and pid != me and pid not in found:
            line.append(pid)
            pid = parent_of[pid]
        if pid == me or pid in found:
            found.update(line)
    return found


def kill_descendants(spared, reap):
    """SIGKILL to every descendant but those `spared`; `reap` takes note of one that has ended."""
    while victims := descendants() - spared:
        for pid in victims:
            try:
                kill(pid, SIGKILL)
            except ProcessLookupError:
                pass
        reap()


def kill_younger(than):
    """SIGKILL to every other process in sight that began after `than`, until there is none. See `now`."""
    me = getpid()
    while victims := [pid for pid, stat in stats().items() if pid != me and is_younger(stat, than)]:
        for pid in victims:
            try:
                kill(pid, SIGKILL)
                waitpid(pid, WNOHANG)
            except (ProcessLookupError, ChildProcessError):
                pass


def is_younger(stat, than):
    return stat[0] != b'Z' and int(stat[19]) > than
