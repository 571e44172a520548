"""What jedi, where the interpreter has it, can tell of code that has not run.

It is an instance of the driver's own, in `sys.modules` no longer than a question takes, which writes no file, imports
nothing, and looks at no object whose class would run code of the user's for it.
"""

import builtins
import sys
from importlib.machinery import PathFinder
from types import BuiltinFunctionType, ClassMethodDescriptorType, FunctionType, GetSetDescriptorType
from types import MemberDescriptorType, MethodDescriptorType, NoneType, WrapperDescriptorType

from repltool_driver.class_members import mro_of, namespace_of
from repltool_driver.interrupts import run_whole

MODULES = sys.modules
PACKAGES = ('jedi', 'parso')
# As they were before user code could change them: the driver's own modules are imported with these.
LIBRARY_PATH, LIBRARY_FINDERS = list(sys.path), list(sys.meta_path)
LIBRARY_FOLDERS = tuple(f'{folder}/' for folder in LIBRARY_PATH if folder.startswith('/')) + ('<frozen ',)
# What jedi needs; it sets this itself when it is imported.
RECURSION_LIMIT = 3000
# What jedi gets or calls of any object.
LOOKED_AT = (
    *('__getattribute__', '__getattr__', '__dir__', '__class__', '__bool__', '__len__', '__iter__', '__mro__'),
    *('__bases__', '__module__', '__name__', '__qualname__', '__doc__', '__file__', '__path__', '__wrapped__'),
    *('__signature__', '__annotations__', '__getitem__', 'keys', 'values'),
)
HARMLESS = (
    *(BuiltinFunctionType, ClassMethodDescriptorType, GetSetDescriptorType, MemberDescriptorType),
    *(MethodDescriptorType, WrapperDescriptorType, NoneType, str, dict),
)
# Those that the answer's kinds have the names of.
KINDS = frozenset({'module', 'class', 'function', 'keyword', 'property'})

getrecursionlimit = sys.getrecursionlimit
setrecursionlimit = sys.setrecursionlimit
hidden = {}
make_script = None


def complete(names, code, position, add):
    """Calls `add` with the text, kind and detail of everything that could stand there."""

    def ask(script, place):
        for found in script.complete(*place):
            add(found.name_with_symbols, kind_of(found), lambda: detail_of(found))

    with_jedi(names, code, position, ask)


def describe(names, code, position, tell):
    """Calls `tell` with a heading, facts and the documentation of what the cursor touches, if it is known."""

    def ask(script, place):
        for found in script.infer(*place) or script.get_signatures(*place):
            is_value = found.type in ('instance', 'statement')
            heads = [found.description] if is_value else signatures(found) or [found.name]
            kind = found.name if is_value else found.type
            facts = [f'type: {kind}']
            if not is_value and found.module_name and found.module_name != '__main__':
                facts.append(f'module: {found.module_name}')
            tell('\n'.join(heads), facts, '' if is_value else found.docstring(raw=True))
            return

    with_jedi(names, code, position, ask)


def signatures(found):
    return [signature.to_string() for signature in found.get_signatures()]


def kind_of(found):
    return found.type if found.type in KINDS else 'variable'


def detail_of(found):
    if found.type == 'function':
        told = next(iter(signatures(found)), '')
        return told[told.find('(') :].replace('\n', ' ') if '(' in told else None
    return found.description.removeprefix('param ') if found.type == 'param' else None


def with_jedi(names, code, position, ask):
    """Calls `ask` with a script and the place in it. Whatever jedi raises, it has said nothing."""
    if 'jedi' not in hidden and PathFinder.find_spec('jedi', LIBRARY_PATH) is None:
        return
    limit, path, finders = getrecursionlimit(), sys.path, sys.meta_path
    theirs = {}
    try:
        run_whole(lambda: theirs.update(take_modules()))
        sys.path, sys.meta_path = list(LIBRARY_PATH), list(LIBRARY_FINDERS)
        MODULES.update(hidden)
        setrecursionlimit(max(limit, RECURSION_LIMIT))
        ask(*load()(code, position, names, path))
    except Exception:
        pass
    finally:
        run_whole(lambda: put_back(limit, path, finders, theirs))


def put_back(limit, path, finders, theirs):
    sys.path, sys.meta_path = path, finders
    mine = take_modules()
    if make_script is not None:
        hidden.update(mine)  # Otherwise they are half of it.
    MODULES.update(theirs)
    setrecursionlimit(limit)


def take_modules():
    return {name: MODULES.pop(name) for name in list(MODULES) if name.partition('.')[0] in PACKAGES}


def load():
    global make_script
    if make_script is None:
        import jedi
        import parso
        from jedi import settings
        from jedi.inference.compiled import access
        from parso import cache

        settings.case_insensitive_completion = False
        settings.fast_parser = False
        settings.dynamic_params_for_other_modules = False
        settings.auto_import_modules = []
        settings.cache_directory = '/dev/null'
        for name in ('_load_from_file_system', '_save_to_file_system', '_remove_cache_and_update_lock'):
            setattr(cache, name, lambda *_, **__: None)
        keep_from_running_code(access)
        make_script = script_maker(jedi, parso)
    return make_script


def script_maker(jedi, parso):
    class Interpreter(jedi.Interpreter):
        _allow_descriptor_getattr_default = False

    def make(code, position, names, path):
        folders = [folder for folder in path if type(folder) is str]
        project = jedi.Project('/', sys_path=folders, smart_sys_path=False)
        lines = parso.split_lines(code[:position])
        return Interpreter(code, [names], project=project), (len(lines), len(lines[-1]))

    return make


def keep_from_running_code(access):
    """Amends what jedi looks at live objects with."""
    look_at, load_module = access.DirectObjectAccess.__init__, access.load_module
    reach = access.DirectObjectAccess.getattr_paths

    def look(self, state, value):
        self._original = value
        look_at(self, state, object() if runs_user_code(value) else value)

    def reach_plain(self, name, *default, **named):
        is_there, is_computed = self.is_allowed_getattr(name)[:2]
        if not is_there or is_computed:
            return reach(access.DirectObjectAccess(self._inference_state, None), '', *default, **named)
        value = getattr(self._obj, name)
        if runs_user_code(value):
            return [self._create_access(builtins), self._create_access(value)]
        return reach(self, name, *default, **named)

    def load_loaded(state, dotted_name, **options):
        return load_module(state, dotted_name=dotted_name, **options) if is_loaded(dotted_name) else None

    def import_loaded(name, *arguments, **options):
        if not is_loaded(name):
            raise ImportError(name)
        return __import__(name, *arguments, **options)

    access.DirectObjectAccess.__init__ = look
    access.DirectObjectAccess.getattr_paths = reach_plain
    access.load_module = load_loaded
    access.__import__ = import_loaded


def is_loaded(name):
    return name in MODULES or name in sys.builtin_module_names


def runs_user_code(value):
    """Whether looking at a value could run code that is not of an installed library."""
    for kind in mro_of(type(value)):
        contents = namespace_of(kind)
        for name in LOOKED_AT:
            found = contents.get(name)
            if not (type(found) in HARMLESS or is_of_library(found)):
                return True
    return False


def is_of_library(found):
    if type(found) is property:
        found = found.fget
    elif type(found) in (classmethod, staticmethod):
        found = found.__func__
    return type(found) is FunctionType and found.__code__.co_filename.startswith(LIBRARY_FOLDERS)
