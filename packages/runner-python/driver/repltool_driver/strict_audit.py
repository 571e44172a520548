"""A second look at what a cell does, through events of the interpreter that the first look should never let happen."""

import sys
from sys import _getframe

from repltool_driver.denials import AttributeDenied, CallDenied, ImportDenied

DRIVER_DIR = __file__.rpartition('/')[0] + '/'
# Denied wherever they come from, but for the driver.
ALWAYS = ('os.exec', 'os.fork', 'os.forkpty', 'os.posix_spawn', 'os.system', 'subprocess.Popen')
# Denied to the code of cells; the library's own use of them is its business.
FROM_CELLS = (
    *('open', 'code.__new__', 'sys.settrace', 'sys.setprofile', 'sys._current_frames'),
)
FAMILIES = ('ctypes', 'fcntl', 'gc', 'marshal', 'mmap', 'os', 'pickle', 'shutil', 'socket')

kinds = {
    'import': lambda what: ImportDenied(
        'python/import-outside-strict', f'Strict mode does not import `{what}`.'
    ),
    'object.__getattr__': lambda what: AttributeDenied(
        'python/attribute-walk', 'Strict mode does not reach the internals of an object.'
    ),
}


def watch():
    """Begins to watch, for as long as the process and its forks live."""
    exact = frozenset((*FROM_CELLS, *kinds))
    always = frozenset(ALWAYS)
    families = frozenset(FAMILIES)
    frame_of = _getframe

    def look(event, arguments):
        if event not in exact and event.partition('.')[0] not in families and event not in always:
            return
        if event == 'object.__getattr__' and arguments[1] == 'f_code':
            return  # An event of the next line's own; only who has a frame already could cause another.
        origin = frame_of(1).f_code.co_filename
        if is_of_cells(origin) or (event in always and not origin.startswith(DRIVER_DIR)):
            raise denial(event, arguments)

    sys.addaudithook(look)


def is_of_cells(filename):
    """Code of cells, and what the library makes of their text, has no file."""
    return filename.startswith('<') and not filename.startswith('<frozen ')


def denial(event, arguments):
    kind = kinds.get(event)
    if kind is not None:
        return kind(arguments[0])
    return CallDenied('python/module-leak', f'Strict mode does not allow `{event}`.')
