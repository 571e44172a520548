"""How things of a session are taken apart for a dump, and made again from it.

A dump refers to the functions in REMAKERS by a module name that only a dump and a load know.
"""

import sys
from _pickle import Pickler, PicklingError, Unpickler
from functools import lru_cache
from types import CellType, FunctionType, ModuleType

from repltool_driver import errors
from repltool_driver.definitions import (
    RESTORED_PREFIX, NoSource, Sources, function_code, names_at_definition, parse_definition,
)  # fmt: skip

REMAKING = '__repltool_remaking__'
MAIN = '__main__'
MODULES = sys.modules
CachedFunction = type(lru_cache(lambda: None))


class StatePickler(Pickler):
    def __init__(self, file, names, flags):
        """`flags` are those of `from __future__` imports in the session."""
        super().__init__(file, 5)
        self._names = names
        self._flags = flags
        self._sources = Sources()

    def reducer_override(self, value):
        kind = type(value)
        try:
            if kind is FunctionType and value.__module__ == MAIN:
                return self._function(value)
            if isinstance(value, type) and value.__module__ == MAIN:
                return self._class(value)
        except NoSource:
            raise PicklingError(f'no source of {value.__qualname__}') from None
        if kind is ModuleType:
            if MODULES.get(value.__name__) is not value:
                raise PicklingError('a module that cannot be imported')
            return remake_module, (value.__name__,)
        if kind is CachedFunction:
            return remake_cached, (value.__wrapped__, value.cache_parameters())
        if kind is CellType:
            return remake_cell, (), contents_of(value), None, None, fill_cell
        return NotImplemented

    def _function(self, function):
        owner, _, name = function.__qualname__.rpartition('.')
        if owner in self._names and vars(self._names[owner]).get(name) is function:
            return getattr, (self._names[owner], name)
        if function.__globals__ is not self._names:
            raise NoSource
        text, flags = self._sources.of_function(function)
        state = {
            '__qualname__': function.__qualname__,
            '__defaults__': function.__defaults__,
            '__kwdefaults__': function.__kwdefaults__,
            '__annotations__': function.__annotations__,
            '__doc__': function.__doc__,
            **vars(function),
        }
        closure = function.__closure__ or ()
        arguments = (text, function.__name__, function.__code__.co_freevars, closure, flags)
        return remake_function, arguments, state, None, None, set_attributes

    def _class(self, made):
        owner, _, name = made.__qualname__.rpartition('.')
        if owner:
            if getattr(self._names.get(owner), name, None) is not made:
                raise NoSource
            return getattr, (self._names[owner], name)
        fields = vars(made).get('_fields')
        if made.__bases__ == (tuple,) and fields is not None and '__annotations__' not in vars(made):
            return remake_namedtuple, (name, fields, made._field_defaults)
        text, node = self._sources.of_class(name)
        needed = names_at_definition(node).intersection(self._names) - {name}
        arguments = (text, name, {key: self._names[key] for key in sorted(needed)}, self._flags)
        return remake_class, arguments, class_state(made), None, None, set_attributes


def class_state(made):
    """Attributes that are data, which cells may have changed since the class was made."""
    if type(made).__module__ == 'enum':
        return {}
    return {
        name: value
        for name, value in vars(made).items()
        if not name.startswith(('__', '_abc_')) and not callable(value) and not hasattr(type(value), '__get__')
    }


class StateUnpickler(Unpickler):
    def __init__(self, file, persistent):
        super().__init__(file)
        self.persistent_load = persistent.__getitem__

    def find_class(self, module, name):
        if module == REMAKING:
            return REMAKERS[name]
        return super().find_class(module, name)


def named_again(function):
    """Lets a dump refer to a function of the driver."""
    function.__module__ = REMAKING
    function.__qualname__ = function.__name__
    return function


@named_again
def remake_module(name):
    __import__(name)
    return MODULES[name]


@named_again
def remake_function(text, name, free_names, closure, flags):
    code = function_code(text, free_names, flags, remember(text))
    by_name = dict(zip(free_names, closure))
    cells = tuple([by_name[free] for free in code.co_freevars])
    return FunctionType(code, vars(MODULES[MAIN]), name, None, cells)


@named_again
def remake_class(text, name, needed, flags):
    names = vars(MODULES[MAIN])
    for key, value in needed.items():
        names.setdefault(key, value)
    code = compile(parse_definition(text), remember(text), 'exec', flags, dont_inherit=True)
    exec(code, names)
    return names[name]


@named_again
def remake_namedtuple(name, fields, defaults):
    from collections import namedtuple

    return namedtuple(name, fields, defaults=[*defaults.values()], module=MAIN)


@named_again
def remake_cached(function, parameters):
    return lru_cache(**parameters)(function)


@named_again
def remake_cell():
    return CellType()


def contents_of(cell):
    """In a tuple, since no state would be taken for an empty cell; None for one that is."""
    try:
        return (cell.cell_contents,)
    except ValueError:
        return None


@named_again
def fill_cell(cell, contents):
    (cell.cell_contents,) = contents


@named_again
def set_attributes(made, state):
    for name, value in state.items():
        setattr(made, name, value)


REMAKERS = {
    function.__name__: function
    for function in (
        *(remake_module, remake_function, remake_class, remake_namedtuple, remake_cached),
        *(remake_cell, fill_cell, set_attributes),
    )
}
count = 0


def remember(text):
    """Lets the source of a restored definition be found under a name of its own, which it gives."""
    global count
    count += 1
    filename = f'{RESTORED_PREFIX}{count}>'
    errors.add_source(filename, text)
    return filename


class Remaking:
    """While in use, what a dump refers to can be imported, as pickling wants to see."""

    def __enter__(self):
        module = ModuleType(REMAKING)
        vars(module).update(REMAKERS)
        MODULES[REMAKING] = module

    def __exit__(self, *_):
        MODULES.pop(REMAKING, None)
