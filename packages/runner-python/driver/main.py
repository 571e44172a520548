"""Starts the driver. Run by the interpreter as its script, with fd 3 and 4 as in docs/driver-protocol.md.

The driver's modules live in the same process as user code, which may rebind any builtin. They are therefore imported
with a private copy of the builtins as their `__builtins__`, and drop out of `sys.modules` before the first cell.
"""

import builtins
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader

DRIVER_DIR = __file__.rpartition('/')[0]
PACKAGE = 'repltool_driver'
PRIVATE_BUILTINS = dict(vars(builtins))


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


def load():
    """The driver's entry point, with every trace of its import removed."""
    sys.meta_path.insert(0, DriverFinder)
    from repltool_driver.server import main

    sys.meta_path.remove(DriverFinder)
    for name in [name for name in sys.modules if name.partition('.')[0] == PACKAGE]:
        del sys.modules[name]
    return main


load()()
