"""Top-level await, on one event loop that lasts from cell to cell."""

import sys

# Where the interpreter's own library is, so that a user's asyncio.py is not taken for it.
LIBRARY_PATH = tuple(sys.path)


def import_asyncio():
    module = sys.modules.get('asyncio')
    if module is None:
        user_path = sys.path
        sys.path = list(LIBRARY_PATH)
        try:
            import asyncio as module
        finally:
            sys.path = user_path
    return module


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
        task.add_done_callback(lambda _: loop.stop())
        try:
            loop.run_forever()
        except KeyboardInterrupt as interrupt:
            if task.done():
                raise
            raise cancel(loop, task, interrupt)
        except SystemExit:
            # Raised by another task, in whose place the cell ends.
            if not task.done():
                task.cancel()
            raise
        return task.result()

    def close(self):
        """Ends what the loop still holds: open asynchronous generators run their `finally`."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.run_until_complete(loop.shutdown_asyncgens())

    def _current(self):
        asyncio = import_asyncio()
        if self._loop is None or self._loop.is_closed():
            self._loop = asyncio.new_event_loop()
        # asyncio.run leaves none behind.
        asyncio.set_event_loop(self._loop)
        return self._loop


def cancel(loop, task, interrupt):
    """Ends an interrupted cell's task and returns the interrupt, with the place where the cell was waiting."""
    task.cancel()
    loop.run_forever()
    try:
        task.result()
    except BaseException as error:
        return interrupt.with_traceback(error.__traceback__)
    return interrupt
