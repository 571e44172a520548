"""The `__main__` module, whose namespace is that of the cells."""

import builtins
import sys
from _frozen_importlib import BuiltinImporter
from types import ModuleType

MODULES = sys.modules
BUILTINS = vars(builtins)
DEFAULTS = {
    '__name__': '__main__',
    '__doc__': None,
    '__package__': None,
    '__loader__': BuiltinImporter,
    '__spec__': None,
    '__builtins__': builtins,
}


class Namespace:
    """What an interactive interpreter has: a real `__main__`, `sys.argv` of one empty string, imports from here."""

    def __init__(self):
        self._main = ModuleType('__main__')
        self.globals = vars(self._main)
        self.globals.update(DEFAULTS)
        MODULES['__main__'] = self._main
        sys.argv = ['']
        sys.orig_argv = [sys.executable]
        sys.path.insert(0, '')

    def restore(self):
        """Mends what a cell may have taken from under the next one."""
        cells = self.globals
        if type(cells.get('__builtins__')) not in (ModuleType, dict):
            cells['__builtins__'] = builtins
        for name in ('__name__', '__doc__', '__package__', '__loader__', '__spec__'):
            if name not in cells:
                cells[name] = DEFAULTS[name]
        if MODULES.get('__main__') is not self._main:
            MODULES['__main__'] = self._main
        # A warning is shown once a place, and every cell has a line 1.
        cells.pop('__warningregistry__', None)

    def remember(self, value):
        """Makes a cell's value `_`, and the ones before it `__` and `___`."""
        if '_' in BUILTINS:
            if '__' in BUILTINS:
                BUILTINS['___'] = BUILTINS['__']
            BUILTINS['__'] = BUILTINS['_']
        BUILTINS['_'] = value
