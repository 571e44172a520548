"""Which attributes strict mode lets a cell reach, and the functions that look before they reach one."""

from _string import formatter_field_name_split, formatter_parser

from repltool_driver.class_members import namespace_of
from repltool_driver.denials import AttributeDenied
from repltool_driver.text import exact_text

RULE = 'python/attribute-walk'
# Leads from an enumeration to the contents of any module.
DENIED_IN_LIBRARY = frozenset({'_convert_'})
# Harmless names whose value decides: see `Members.reach`.
WATCHED = frozenset({'format', 'format_map', 'obj'})

# What a metaclass gives a class by other means than the class's own namespace.
DECIDES_MATCH = frozenset({'__match_args__', '__getattribute__', '__getattr__', '__mro__'})

BoundBuiltin = type(''.format)
UNBOUND_FORMATS = {str.format, str.format_map}
OBJECT_OF_ERROR = AttributeError.obj


class Members:
    """The attributes out of reach: those listed, and all special ones that are not."""

    def __init__(self, denied, specials):
        self._denied = DENIED_IN_LIBRARY.union(denied)
        self._specials = frozenset(specials)

    def check(self, name, place=''):
        """The name as a plain string. Raises AttributeDenied for one out of reach; `place` ends the message."""
        name = exact_text(name)
        special = name.startswith('__') and name.endswith('__')
        if name in self._denied or (special and name not in self._specials):
            raise AttributeDenied(RULE, f'Strict mode does not reach the attribute `{name}`{place}.')
        return name

    def reach(self, value, name, *default):
        """getattr() of an allowed name."""
        found = getattr(value, name, *default)
        if name not in WATCHED:
            return found
        if name == 'obj' and (isinstance(value, AttributeError) or found is OBJECT_OF_ERROR):
            # The library's own objects come out this way.
            raise AttributeDenied(RULE, 'Strict mode does not reach `obj` of an AttributeError.')
        return self._checking(found)

    def check_format(self, text):
        """Looks at every attribute that a format string names."""
        for _, field, spec, _ in formatter_parser(text):
            if field is None:
                continue
            for is_attribute, key in formatter_field_name_split(field)[1]:
                if is_attribute:
                    self.check(key)
            self.check_format(spec)

    def check_match(self, pattern_class):
        """Looks at the attributes that the positions of a class pattern stand for; always False."""
        metaclass = type(pattern_class)
        if not issubclass(metaclass, type):
            return False
        for ancestor in type.mro(metaclass):
            if ancestor is type or ancestor is object:
                continue
            if not DECIDES_MATCH.isdisjoint(namespace_of(ancestor)):
                raise AttributeDenied(RULE, 'Strict mode takes no `__match_args__` of a metaclass.')
        for ancestor in pattern_class.__mro__:
            names = namespace_of(ancestor).get('__match_args__', ())
            if type(names) is not tuple:
                raise AttributeDenied(RULE, 'Strict mode takes no computed `__match_args__`.')
            for name in names:
                self.check_pattern(name)
        return False

    def check_pattern(self, name, place=''):
        """Raises AttributeDenied for a name that a pattern may not reach."""
        if isinstance(name, str) and self.check(name, place) in WATCHED:
            raise AttributeDenied(RULE, f'Strict mode matches no attribute `{name}`{place}.')

    def _checking(self, found):
        """In place of a format method of str, one that checks the text first; anything else as it is."""
        if type(found) is BoundBuiltin and isinstance(found.__self__, str):
            text = exact_text(found.__self__)
            return self._formatting(getattr(str, found.__name__), text)
        if type(found) is type(str.format) and found in UNBOUND_FORMATS:
            return self._formatting(found)
        return found

    def _formatting(self, method, *bound):
        def formatted(*arguments, **values):
            text, *rest = bound + arguments
            text = exact_text(text)
            self.check_format(text)
            return method(text, *rest, **values)

        formatted.__name__ = method.__name__
        return formatted


def attribute_functions(members):
    """The builtins and functions of `operator` that take the name of an attribute."""

    def named(name):
        return members.check(name) if isinstance(name, str) else name

    def guarded_getattr(value, name, /, *default):
        return members.reach(value, named(name), *default)

    def guarded_hasattr(value, name, /):
        return hasattr(value, named(name))

    def guarded_setattr(target, name, value, /):
        setattr(target, named(name), value)

    def guarded_delattr(target, name, /):
        delattr(target, named(name))

    def attrgetter(name, /, *more):
        paths = [[members.check(part) for part in path.split('.')] for path in (name, *more)]

        def get(value):
            found = [follow(members, value, path) for path in paths]
            return tuple(found) if more else found[0]

        return get

    def methodcaller(name, /, *arguments, **keywords):
        name = members.check(name)
        return lambda value: members.reach(value, name)(*arguments, **keywords)

    builtins = {
        'getattr': guarded_getattr,
        'hasattr': guarded_hasattr,
        'setattr': guarded_setattr,
        'delattr': guarded_delattr,
    }
    for name, function in builtins.items():
        function.__name__ = function.__qualname__ = name
    return builtins, {'attrgetter': attrgetter, 'methodcaller': methodcaller}


def follow(members, value, path):
    for name in path:
        value = members.reach(value, name)
    return value
