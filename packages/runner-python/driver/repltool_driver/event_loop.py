"""Top-level await, on one event loop that lasts from cell to cell."""

import sys

from repltool_driver.interrupts import run_whole

# Turns of the loop in which what a cell has left behind can end.
READY_TURNS = 3

# Where the interpreter's own library is, so that a user's asyncio.py is not taken for it.
LIBRARY_PATH = tuple(sys.path)


def import_asyncio():
    user_path = sys.path
    sys.path = list(LIBRARY_PATH)
    try:
        import asyncio
    finally:
        sys.path = user_path
    return asyncio


class EventLoop:
    """Made when the first cell awaits. It runs while a cell awaits; tasks started there wait for the next that does."""

    def __init__(self, context):
        self._context = context
        self._loop = None

    def run(self, coroutine):
        """Runs a cell's coroutine to its end and returns its value, or raises what it raised."""
        try:
            loop = self._current()
            task = loop.create_task(coroutine, context=self._context)
        except BaseException:
            coroutine.close()
            raise
        try:
            run_to_end(loop, task)
            run_ready(loop)
        except (KeyboardInterrupt, SystemExit) as stop:
            if not task.done():
                raise end_early(loop, task, stop)
        return task.result()

    def wake_in_copy(self):
        """Gives the loop a selector of its own: the kernel shares the old one between a process and its forks."""
        selector = getattr(self._loop, '_selector', None)
        if selector is None:
            return
        fresh = type(selector)()
        for key in list(selector.get_map().values()):
            fresh.register(key.fileobj, key.events, key.data)
        self._loop._selector = fresh
        selector.close()

    def close(self):
        """Ends what the loop still holds: open asynchronous generators run their `finally`."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.run_until_complete(loop.shutdown_asyncgens())

    def _current(self):
        # A package whose import was cut short cannot be imported any more.
        asyncio = sys.modules.get('asyncio') or run_whole(import_asyncio)
        if self._loop is None or self._loop.is_closed():
            self._loop = new_event_loop(asyncio)
        # asyncio.run leaves none behind.
        asyncio.set_event_loop(self._loop)
        return self._loop


def new_event_loop(asyncio):
    """The usual loop; where no socket can be made, one that other threads cannot wake."""
    from _socket import socketpair

    try:
        for end in socketpair():
            end.close()
        return asyncio.new_event_loop()
    except PermissionError:
        nothing = {name: lambda self: None for name in ('_make_self_pipe', '_close_self_pipe')}
        return type('EventLoop', (asyncio.SelectorEventLoop,), {'_csock': None, **nothing})()


def run_to_end(loop, task):
    """Runs the loop until `task` is done, though user code or a leftover callback may stop it before."""
    task.add_done_callback(lambda _: loop.stop())
    while not task.done():
        loop.run_forever()


def run_ready(loop):
    """Runs what need not wait, such as the end of an asynchronous generator that a cell has left open."""
    for _ in range(READY_TURNS):
        if not loop._ready:
            return
        loop.call_soon(loop.stop)
        loop.run_forever()


def end_early(loop, task, stop):
    """Cancels a cell's task when something else has stopped the loop; returns what to raise in its place.

    An interrupt then shows where the cell was waiting.
    """
    task.cancel()
    run_to_end(loop, task)
    try:
        task.result()
    except BaseException as error:
        if type(stop) is KeyboardInterrupt:
            return stop.with_traceback(error.__traceback__)
    return stop
