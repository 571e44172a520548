"""Places in the allowed modules that take the name of an attribute, or text to run, from their caller.

Each guard is a global of such a module, under the name of the builtin that it stands in front of there.
"""

import sys
from types import ModuleType

from repltool_driver.denials import AttributeDenied, CallDenied
from repltool_driver.members import RULE
from repltool_driver.text import exact_text

MODULES = sys.modules
STANDARD_STREAMS = frozenset({'stdin', 'stdout', 'stderr'})
# Special attributes that these modules look at on their own account.
TRUSTED = {
    'string': (),
    'functools': ('__isabstractmethod__', '__type_params__', '__partialmethod__', '__annotate__'),
    'contextlib': (),
    'copy': ('__reduce__', '__reduce_ex__', '__replace__'),
    'dataclasses': (
        *('__dataclass_fields__', '__dataclass_params__', '__weakrefoffset__', '__dictrefoffset__'),
    ),
    'enum': (
        *('__reduce__', '__reduce_ex__', '__getnewargs__', '__getnewargs_ex__', '__getstate__'),
        *('__setstate__', '__new_member__'),
    ),
}
# Those whose callers choose both an attribute and whose it is to become.
SETTING = ('functools', 'contextlib', 'copy')
# In the methods that dataclasses write for a class.
IN_GENERATED_CODE = frozenset({'__delattr__'})


class LibraryGuards:
    def __init__(self, members, syntax, cells):
        self._members = members
        self._syntax = syntax
        self._cells = cells
        self._pending = {
            name: {'getattr': self._getattr(trusted)} for name, trusted in TRUSTED.items()
        }
        for name in SETTING:
            self._pending[name]['setattr'] = self._setattr(TRUSTED[name])
        self._pending['collections'] = {}
        self._pending['dataclasses']['exec'] = self._exec
        self._pending['typing'] = self._pending['annotationlib'] = {'eval': self._eval}

    def put_up(self):
        """Guards the modules that have been loaded since the last time."""
        for name in [name for name in self._pending if name in MODULES]:
            vars(MODULES[name]).update(self._pending.pop(name))
            if name == 'collections':
                self._guard_user_strings(MODULES[name].UserString)

    def _guard_user_strings(self, user_string):
        for name in ('format', 'format_map'):
            setattr(user_string, name, of_data(self._members.reach(str, name)))

    def _checked(self, value, name, trusted):
        name = exact_text(name)
        if name not in trusted:
            self._members.check(name)
        if isinstance(value, ModuleType) and name not in STANDARD_STREAMS:
            raise AttributeDenied(RULE, f'Strict mode does not reach `{value.__name__}.{name}`.')
        return name

    def _getattr(self, trusted):
        def guarded_getattr(value, name, *default):
            if exact_text(name) == '__dict__':
                hides = isinstance(value, (type, ModuleType))
                return {} if hides else getattr(value, '__dict__', *default)
            return self._members.reach(value, self._checked(value, name, trusted), *default)

        return guarded_getattr

    def _setattr(self, trusted):
        def guarded_setattr(target, name, value):
            setattr(target, self._checked(target, name, trusted), value)

        return guarded_setattr

    def _exec(self, text, _, names):
        """Runs what a dataclass makes of the names of its fields as if it stood in the cell."""
        code = self._syntax.compile_text(text, IN_GENERATED_CODE)
        exec(code, self._cells, names)

    @staticmethod
    def _eval(*_):
        raise CallDenied('python/code-from-strings', 'Strict mode does not evaluate annotations.')


def of_data(method):
    return lambda text, /, *arguments, **values: method(text.data, *arguments, **values)
