"""A value on one line, told without running code of the user's."""

import reprlib
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from repltool_driver.class_members import class_name, module_name
from repltool_driver.private import private_copy
from repltool_driver.text import shorten, well_formed

MAX_CHARS = 200
NAMED = (FunctionType, BuiltinFunctionType, MethodType, ModuleType)
SIZED = (list, tuple, dict, set, frozenset, bytes, bytearray, str)


library = private_copy(reprlib)
# Sorting would compare, which may be the user's code, and lose the order of a dict.
library._possibly_sorted = list


class Summary(library.Repr):
    """reprlib's, for exact built-in types; anything else is its class alone."""

    def __init__(self):
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = MAX_CHARS
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 10
        self.maxlevel = 3

    def repr1(self, value, level):
        kind = type(value)
        if kind is int and value.bit_length() > 4 * MAX_CHARS:
            return f'<int of {value.bit_length()} bits>'
        if kind in (int, float, complex, bool, type(None), type(...), range):
            return repr(value)
        if kind in (str, bytes, bytearray):
            text = repr(value[: MAX_CHARS + 1])
            return text if len(value) <= MAX_CHARS else f'{text[:-2]}…{text[-1]}'
        if kind in (list, tuple, dict, set, frozenset):
            return super().repr1(value, level)
        if issubclass(kind, type):
            return f"<class '{class_name(value)}'>"
        name = own_name(value)
        shape = shape_of(value)
        detail = f' {name}' if name else f' {shape}' if shape else ''
        return f'<{class_name(kind)}{detail}>'


def summary(value):
    return shorten(well_formed(summarise(value).replace('\n', ' ')), MAX_CHARS)


def own_name(value):
    """Of a function or a module."""
    name = getattr(value, '__name__', None) if type(value) in NAMED else None
    return name if type(name) is str else None


def shape_of(value):
    """How large a value is, where that is told cheaply; None where it is not."""
    kind = type(value)
    if kind in (str, bytes, bytearray):
        return f'{len(value)} {"characters" if kind is str else "bytes"}' if len(value) > MAX_CHARS else None
    if kind in SIZED:
        return f'{len(value)} item' + ('' if len(value) == 1 else 's')
    if module_name(kind).partition('.')[0] in ('numpy', 'pandas', 'polars', 'torch', 'scipy', 'xarray'):
        shape = getattr(value, 'shape', None)
        if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape):
            return ' × '.join(map(str, shape)) or None
    return None


summarise = Summary().repr
