"""Imports that an interrupt has cut short."""

import sys
from types import ModuleType

MODULES = sys.modules


def forget_partial_packages():
    """Lets a package be imported again whose first import did not come to its end.

    The import system takes such a package out of `sys.modules` but leaves its submodules there, and a second import does
    not find them where it looks. Native modules stay, since many refuse to be loaded twice.
    """
    for name, module in list(MODULES.items()):
        parent = name.rpartition('.')[0]
        if parent and parent not in MODULES and is_python(module):
            del MODULES[name]


def is_python(module):
    file = vars(module).get('__file__') if type(module) is ModuleType else None
    return type(file) is str and file.endswith('.py')
