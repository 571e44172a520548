"""Imports in strict mode. A cell sees modules by their public names alone, in copies that hold nothing else."""

import sys
from types import ModuleType

from repltool_driver.denials import AttributeDenied, ImportDenied
from repltool_driver.text import exact_text

IMPORT_RULE = 'python/import-outside-strict'
RELATIVE_RULE = 'python/relative-import'
LEAK_RULE = 'python/module-leak'
TEXT_RULE = 'python/code-from-strings'

# Public names that evaluate text, or write into modules of the caller's choice.
HIDDEN = {
    'typing': {
        'get_type_hints': TEXT_RULE,
        'ForwardRef': TEXT_RULE,
        'evaluate_forward_ref': TEXT_RULE,
    },
    'enum': {'global_enum': LEAK_RULE},
}

# What functions written in C import in the name of a cell that calls them, and find in `sys.modules` then.
FOR_NATIVE_CODE = frozenset({'_pylong', '_strptime', 'annotationlib', 'copyreg', 'warnings'})

MODULES = sys.modules
import_real = __import__
reals = {}


class Facade(ModuleType):
    def __getattr__(self, name):
        real = reals.get(self)
        if real is not None and hasattr(real, name):
            rule = HIDDEN.get(real.__name__, {}).get(name, LEAK_RULE)
            raise AttributeDenied(rule, f'Strict mode does not reach `{real.__name__}.{name}`.')
        raise AttributeError(f'module {self.__name__!r} has no attribute {name!r}')


class Names:
    """What `from … import` takes its names from: with every one in it, the interpreter looks nowhere else."""


class Importer:
    """The `__import__` of cells."""

    def __init__(self, allowed, replacements, prepare):
        self._allowed = frozenset(allowed)
        self._replacements = replacements
        self._prepare = prepare
        self._facades = {}

    def function(self):
        def __import__(name, globals=None, locals=None, fromlist=(), level=0):
            if level > 0:
                raise ImportDenied(RELATIVE_RULE, 'Strict mode has no packages to import from.', name)
            name = exact_text(name)
            if name in FOR_NATIVE_CODE and type(fromlist) is list:
                import_real(name)
                return None
            facades = self._import(name)
            return self._names(facades, fromlist) if fromlist else facades[0]

        return __import__

    def _import(self, name):
        """The facades of a dotted name, that of the package first."""
        top = name.partition('.')[0]
        if top not in self._allowed:
            raise ImportDenied(IMPORT_RULE, f'Strict mode does not import `{name}`.', name)
        import_real(name)
        self._prepare()
        parts = name.split('.')
        facades = [self._facade('.'.join(parts[: end + 1])) for end in range(len(parts))]
        for parent, part, child in zip(facades, parts[1:], facades[1:]):
            vars(parent)[part] = child
        return facades

    def _facade(self, name):
        facade = self._facades.get(name)
        if facade is None:
            real = MODULES[name]
            facade = self._facades[name] = Facade(name, real.__doc__)
            reals[facade] = real
            vars(facade).update(self._public(real, name))
        return facade

    def _public(self, real, module_name):
        contents = vars(real)
        listed = contents.get('__all__')
        public = {}
        for name, value in contents.items():
            if isinstance(value, ModuleType):
                if not name.startswith('_') and self._is_child(value, module_name):
                    public[name] = self._facade(value.__name__)
            elif name in listed if listed is not None else self._is_own(name, value):
                public[name] = value
        for name in HIDDEN.get(module_name, ()):
            public.pop(name, None)
        if listed is not None:
            public['__all__'] = [name for name in listed if name in public]
        public.update(self._replacements.get(module_name, {}))
        return public

    def _is_child(self, module, parent):
        name = module.__name__
        return name.startswith(f'{parent}.') and MODULES.get(name) is module

    def _is_own(self, name, value):
        """In a module that does not say what is public: whether a name is neither private nor somebody else's."""
        home = getattr(value, '__module__', None)
        if name.startswith('_') or not isinstance(home, str):
            return not name.startswith('_')
        return home.startswith('_') or home.partition('.')[0] in {'builtins', *self._allowed}

    def _names(self, facades, wanted):
        facade = facades[-1]
        names = Names()
        for name in map(exact_text, wanted):
            if name != '*':
                vars(names)[name] = self._member(facade, name)
                continue
            contents = vars(facade)
            listed = contents.get('__all__')
            if listed is None:
                listed = [key for key in contents if not key.startswith('_')]
            vars(names).update({key: contents[key] for key in listed}, __all__=list(listed))
        return names

    def _member(self, facade, name):
        contents = vars(facade)
        if name not in contents:
            real = reals[facade]
            if hasattr(real, '__path__') and not hasattr(real, name):
                try:
                    return self._import(f'{real.__name__}.{name}')[-1]
                except ModuleNotFoundError:
                    pass
            if hasattr(real, name):
                rule = HIDDEN.get(real.__name__, {}).get(name, LEAK_RULE)
                raise ImportDenied(rule, f'Strict mode does not reach `{real.__name__}.{name}`.')
            raise ImportError(f'cannot import name {name!r} from {real.__name__!r}')
        return contents[name]
