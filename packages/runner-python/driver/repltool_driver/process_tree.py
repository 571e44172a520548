"""The processes that cells have left behind."""

from os import getpid, kill, listdir
from signal import SIGKILL


def parents():
    """Every process in sight, with its parent."""
    found = {}
    for name in listdir('/proc'):
        if name.isdigit():
            try:
                with open(f'/proc/{name}/stat', 'rb') as stat:
                    found[int(name)] = int(stat.read().rpartition(b')')[2].split()[1])
            except (OSError, IndexError):
                pass  # Gone since it was listed.
    return found


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
