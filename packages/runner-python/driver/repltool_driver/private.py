"""Second instances of library modules, for the driver alone."""

from types import ModuleType


def private_copy(module):
    """A new instance of a pure Python module: what user code does to the public one does not reach it."""
    copy = ModuleType(module.__name__)
    copy.__builtins__ = __builtins__
    exec(module.__spec__.loader.get_code(module.__name__), vars(copy))
    return copy
