"""What an expression stands for, as far as that can be told without running any code of the user's."""

import ast
import inspect
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType, ModuleType

from repltool_driver.denials import Denied
from repltool_driver.private import private_copy

library = private_copy(inspect)
PLAIN_DESCRIPTORS = (GetSetDescriptorType, MemberDescriptorType)
LITERALS = {ast.List: [], ast.Tuple: (), ast.Dict: {}, ast.Set: set(), ast.JoinedStr: '', ast.ListComp: []}
DRIVER_PACKAGE = __name__.partition('.')[0]


class Unknown(Exception):
    """Only running it could tell."""


class Lookup:
    def __init__(self, cells):
        self._cells = cells

    @property
    def names(self):
        return self._cells.globals

    @property
    def builtins(self):
        return self._cells.builtins

    @property
    def is_strict(self):
        return self._cells.members is not None

    def allows(self, name):
        """Whether the session's mode lets a cell reach an attribute of that name."""
        members = self._cells.members
        if members is None:
            return True
        try:
            members.check(name)
        except Denied:
            return False
        return True

    def value(self, expression):
        """The value of an expression's text. Raises Unknown."""
        try:
            return self._of(ast.parse(expression.strip(), mode='eval').body)
        except (SyntaxError, ValueError, RecursionError):
            raise Unknown from None

    def member(self, value, name):
        if not self.allows(name):
            raise Unknown
        if isinstance(value, ModuleType):
            if name in vars(value):
                return vars(value)[name]
            raise Unknown
        try:
            found = library.getattr_static(value, name)
        except AttributeError:
            raise Unknown from None
        if isinstance(found, PLAIN_DESCRIPTORS) and not isinstance(value, type):
            return getattr(value, name)
        if isinstance(found, (staticmethod, classmethod)):
            return getattr(value, name)
        if isinstance(found, (FunctionType, MethodDescriptorType)) and not isinstance(value, type):
            return found.__get__(value)
        if hasattr(type(found), '__get__') and not callable(found):
            raise Unknown
        return found

    def getter(self, expression):
        """The function of the property that an expression's text names. Raises Unknown."""
        owner, _, name = expression.rpartition('.')
        found = library.getattr_static(self.value(owner), name.strip(), None)
        if type(found) is not property or type(found.fget) is not FunctionType:
            raise Unknown
        return found.fget

    def _of(self, node):
        if isinstance(node, ast.Name):
            for names in (self.names, self.builtins):
                if node.id in names:
                    return names[node.id]
        elif isinstance(node, ast.Attribute):
            return self.member(self._of(node.value), node.attr)
        elif isinstance(node, ast.Constant):
            return node.value
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            container = self._of(node.value)
            if type(container) in (dict, list, tuple):
                try:
                    return container[node.slice.value]
                except (LookupError, TypeError):
                    pass
        elif type(node) in LITERALS:
            return LITERALS[type(node)]
        raise Unknown


def signature(value):
    """Of something callable, on one line; None when it has none to tell."""
    try:
        return str(library.signature(value)).replace('\n', ' ')
    except (ValueError, TypeError, AttributeError):
        return None


def parameters(value):
    try:
        return list(library.signature(value).parameters.values())
    except (ValueError, TypeError, AttributeError):
        return []
