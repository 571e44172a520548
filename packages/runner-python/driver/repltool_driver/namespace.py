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
        self._builtins = builtins
        self._shown = BUILTINS
        self._defaults = DEFAULTS
        self._main = ModuleType('__main__')
        self.globals = vars(self._main)
        self.globals.update(DEFAULTS)
        MODULES['__main__'] = self._main
        sys.argv = ['']
        sys.orig_argv = [sys.executable]
        sys.path.insert(0, '')

    @property
    def builtins(self):
        """The builtins by name, as cells see them."""
        return self._shown

    def defined_names(self):
        """What cells have defined, in order, without special names."""
        return [
            name
            for name in list(self.globals)
            if isinstance(name, str) and not (name.startswith('__') and name.endswith('__'))
        ]

    def restrict(self, names):
        """Gives the cells builtins of their own, and nothing that leads to the import system."""
        self._builtins = self._shown = names
        self._defaults = {**DEFAULTS, '__loader__': None, '__builtins__': names}
        self.globals.update(self._defaults)

    def restore_builtins(self):
        """Puts restricted builtins back, without which code would get those of whoever runs it."""
        self.globals['__builtins__'] = self._builtins

    def restore(self):
        """Mends what a cell may have taken from under the next one."""
        cells = self.globals
        if type(cells.get('__builtins__')) not in (ModuleType, dict):
            cells['__builtins__'] = self._builtins
        for name in ('__name__', '__doc__', '__package__', '__loader__', '__spec__'):
            if name not in cells:
                cells[name] = self._defaults[name]
        if MODULES.get('__main__') is not self._main:
            MODULES['__main__'] = self._main
        # A warning is shown once a place, and every cell has a line 1.
        cells.pop('__warningregistry__', None)

    def remember(self, value):
        """Makes a cell's value `_`, and the ones before it `__` and `___`."""
        shown = self._shown
        if '_' in shown:
            if '__' in shown:
                shown['___'] = shown['__']
            shown['__'] = shown['_']
        shown['_'] = value
