"""How a session goes on when its interpreter ends: frames about checkpoints, undo and reset."""

import sys

from repltool_driver.channel import nullable, quote
from repltool_driver.text import shorten, well_formed

# How long the host may take to send the next cell before a copy is made of the state after the last.
IDLE_MS = 5
MAX_NAMES = 100
MAX_NAME_CHARS = 100

MODULES = sys.modules


class Succession:
    """Does nothing until the host asks for checkpoints in its `hello`."""

    def __init__(self, channel, cells, import_later, rehearse):
        self._import_later = import_later
        self._rehearse = rehearse
        self._channel = channel
        self._cells = cells
        self._checkpoints = None
        self._changed = self._at_once = False

    def begin(self, options):
        """Makes this process the supervisor of a child of it, in which it returns."""
        if self._checkpoints is not None:
            return
        start = self._import_later('checkpoints').start_checkpoints
        self._checkpoints, ending = start(options)
        if self._checkpoints is None:
            self._report(None, 'processes')
        if ending is not None:
            self._channel.forget()
            self._restored(None, ending, [])
            self._checkpoints.report_alive()

    def changed(self, at_once=False):
        """A cell has run since the last copy was made; the next is made `at_once`, or when there is time."""
        self._changed = self._checkpoints is not None
        self._at_once = at_once

    def settle(self, cell):
        """Makes a copy of the state after `cell` when there is time. Returns whether this is now a copy that has woken."""
        if not self._changed:
            return False
        may_wait = not (self._at_once or self._checkpoints.every_cell)
        if may_wait and self._channel.waits(IDLE_MS):
            return False
        self._changed = self._at_once = False
        if self._checkpoints.too_large():
            self._report(cell, 'heap')
            return False
        threads = other_threads()
        try:
            ending = self._checkpoints.take(cell)
        except OSError:
            self._report(cell, 'processes')
            return False
        if ending is None:
            self._report(cell)
            self._rehearse()
            return False
        self._channel.wake_in_copy()
        self._cells.event_loop.wake_in_copy()
        self._restored(cell, ending, threads)
        # Once more, so that this state outlives the next interpreter too.
        self._changed = True
        return True

    def undo(self, frame):
        self._go_back(frame['id'], frame['cell'])

    def reset(self, frame):
        self._go_back(frame['id'], None)

    def finish(self):
        """Ends the supervisor and the copies with this process."""
        if self._checkpoints is not None:
            self._checkpoints.quit(0)

    def _go_back(self, request, cell):
        if self._checkpoints is None or not self._checkpoints.can_go_back_to(cell):
            self._channel.send(f'{{"type":"refused","id":{quote(request)}}}')
        else:
            self._checkpoints.go_back(request, cell)

    def _report(self, cell, skipped=None):
        self._channel.send(
            f'{{"type":"checkpoint","cell":{nullable(cell)},"skipped":{nullable(skipped)}}}'
        )

    def _restored(self, cell, ending, lost_threads):
        lost = ','.join([quote(f'thread {name}') for name in lost_threads])
        self._channel.send(
            f'{{"type":"restored","id":{nullable(ending.request)},"cell":{nullable(cell)},'
            f'"exit_code":{nullable(ending.exit_code)},"signal":{nullable(ending.signal)},"lost_names":[{lost}]}}'
        )


def other_threads():
    """Names of the threads that a copy does not have."""
    threading = MODULES.get('threading')
    try:
        main = threading.main_thread()
        names = [str(thread.name) for thread in threading.enumerate() if thread is not main]
    except Exception:
        return []
    return [well_formed(shorten(name, MAX_NAME_CHARS)) for name in names[:MAX_NAMES]]
