"""What a cell raised, as Python itself would print it, without a trace of the driver."""

import linecache
import sys
import traceback

from repltool_driver.class_members import class_name
from repltool_driver.private import private_copy
from repltool_driver.text import exact_text, shorten, well_formed

DRIVER_DIR = __file__.rpartition('/')[0].rpartition('/')[0] + '/'
CELL_PREFIX = '<cell '
MAX_FRAMES = 2000
MAX_LINES = 400
MAX_LINE_CHARS = 4000
MAX_TRACEBACK_CHARS = 300_000
MAX_MESSAGE_CHARS = 16_384

public_sources = linecache.cache
private_linecache = private_copy(linecache)
private_traceback = private_copy(traceback)
private_traceback.linecache = private_linecache


def safe_string(value, what, func=str):
    """What the traceback module makes of values it has to show; its own version swallows interrupts."""
    try:
        return func(value)
    except (Exception, SystemExit):
        return f'<{what} {func.__name__}() failed>'


private_traceback._safe_string = safe_string


def add_source(filename, source):
    """Lets tracebacks, `inspect.getsource` and debuggers find the lines of a cell."""
    entry = (len(source), None, source.splitlines(keepends=True), filename)
    private_linecache.cache[filename] = entry
    public_sources[filename] = entry


def describe(error):
    """Name, message and traceback lines of an exception; never fails, except for a KeyboardInterrupt meanwhile."""
    try:
        text = ''.join(format_error(error))
    except (Exception, SystemExit):
        text = format_plainly(error)
    message = shorten(well_formed(message_of(error)), MAX_MESSAGE_CHARS)
    return class_name(type(error)), message, bounded_lines(well_formed(text))


def message_of(error):
    return exact_text(safe_string(error, 'exception'))


def remember(error):
    """What `pdb.pm()` and `traceback.print_last()` look at."""
    sys.last_type = type(error)
    sys.last_value = sys.last_exc = error
    sys.last_traceback = without_driver(error.__traceback__)


def without_driver(entry):
    while entry is not None and entry.tb_frame.f_code.co_filename.startswith(DRIVER_DIR):
        entry = entry.tb_next
    return entry


def format_error(error):
    # Taken off first, since a summary reads the source of every frame in it.
    start = without_driver(error.__traceback__)
    limit = -MAX_FRAMES if is_deep(start) else None
    summary = private_traceback.TracebackException(
        type(error), error, start, limit=limit, compact=True
    )
    hide_driver(summary)
    if summary.stack is not None:
        start_at_cell(summary.stack)
    return summary.format()


def is_deep(entry):
    depth = 0
    while entry is not None and depth <= MAX_FRAMES:
        depth += 1
        entry = entry.tb_next
    return entry is not None


def hide_driver(summary):
    """Takes the driver's frames out of a summary and all that hang on it."""
    waiting = [summary]
    seen = set()
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        if current.stack is not None:
            current.stack[:] = [
                frame for frame in current.stack if not frame.filename.startswith(DRIVER_DIR)
            ]
            if not current.stack:
                current.stack = None  # A syntax error of the cell: no heading above nothing.
        waiting += [current.__cause__, current.__context__, *(current.exceptions or ())]


def start_at_cell(stack):
    """An interrupt may come up through the event loop, whose frames stand above the cell's."""
    for index, frame in enumerate(stack):
        if frame.filename.startswith(CELL_PREFIX):
            del stack[:index]
            return


def format_plainly(error):
    """Without chained errors or anything else that depends on parts of the library user code may have broken."""
    lines = ['Traceback (most recent call last):\n']
    entry = without_driver(error.__traceback__)
    while entry is not None and len(lines) < MAX_LINES:
        code = entry.tb_frame.f_code
        lines.append(f'  File "{code.co_filename}", line {entry.tb_lineno}, in {code.co_name}\n')
        source = cell_line(code.co_filename, entry.tb_lineno)
        if source:
            lines.append(f'    {source}\n')
        entry = entry.tb_next
    lines.append(f'{class_name(type(error))}: {message_of(error)}\n')
    return ''.join(lines)


def cell_line(filename, number):
    if not filename.startswith(CELL_PREFIX) or filename not in private_linecache.cache:
        return ''
    lines = private_linecache.cache[filename][2]
    return lines[number - 1].strip() if 0 < number <= len(lines) else ''


def bounded_lines(text):
    lines = text.removesuffix('\n').split('\n')
    if len(lines) > MAX_LINES:
        half = MAX_LINES // 2
        left_out = f'  [{len(lines) - 2 * half} lines left out]'
        lines = [*lines[:half], left_out, *lines[-half:]]
    width = min(MAX_LINE_CHARS, MAX_TRACEBACK_CHARS // len(lines))
    return [shorten(line, width) for line in lines]

