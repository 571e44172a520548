"""What classes have, without asking their metaclasses, which may be the user's."""

mro_of = type.__dict__['__mro__'].__get__
namespace_of = type.__dict__['__dict__'].__get__
class_name = type.__dict__['__name__'].__get__


def defines(kind, names):
    """Whether a class or one it inherits from has a member of one of these names."""
    return any(not names.isdisjoint(namespace_of(ancestor)) for ancestor in mro_of(kind))


def module_name(kind):
    """The name of the module of a class; an empty one where it does not say."""
    name = namespace_of(kind).get('__module__', '')
    return name if type(name) is str else ''
