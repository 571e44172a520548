"""Starts the driver. Run by the interpreter as its script, with fd 3 and 4 as in docs/driver-protocol.md.

The driver's modules live in the same process as user code, which may rebind any builtin. They are therefore imported
with a private copy of the builtins as their `__builtins__`, and stay out of `sys.modules`.
"""

import builtins
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader

DRIVER_DIR = __file__.rpartition('/')[0]
PACKAGE = 'repltool_driver'
PRIVATE_BUILTINS = dict(vars(builtins))
MODULES = sys.modules
# Where the interpreter's own library is, whatever user code does to these lists.
LIBRARY_PATH = tuple(sys.path)
LIBRARY_FINDERS = tuple(sys.meta_path)
import_module = __import__
hidden = {}


class PrivateLoader(SourceFileLoader):
    """Executes a module so that its functions look builtins up in the private copy."""

    def exec_module(self, module):
        module.__builtins__ = PRIVATE_BUILTINS
        super().exec_module(module)


class DriverFinder:
    """Finds the driver's own package and nothing else, without an entry in `sys.path`."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        package, _, module = name.partition('.')
        if package != PACKAGE:
            return None
        file = f'{DRIVER_DIR}/{package}/{module or "__init__"}.py'
        spec = ModuleSpec(name, PrivateLoader(name, file), origin=file, is_package=not module)
        spec.has_location = True
        return spec


def import_hidden(module):
    """Imports a module of the driver, which is in `sys.modules` no longer than this takes."""
    path, finders = sys.path, sys.meta_path
    sys.path, sys.meta_path = list(LIBRARY_PATH), [DriverFinder, *LIBRARY_FINDERS]
    MODULES.update(hidden)
    try:
        return import_module(f'{PACKAGE}.{module}', fromlist=('*',))
    finally:
        sys.path, sys.meta_path = path, finders
        for name in [name for name in MODULES if name.partition('.')[0] == PACKAGE]:
            hidden[name] = MODULES.pop(name)


import_hidden('server').main(import_hidden, sys.argv[1:])
