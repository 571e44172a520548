"""What could stand at a cursor."""

import keyword
import os
import re
import sys
from pkgutil import iter_modules
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from repltool_driver import jedi_names
from repltool_driver.class_members import class_name, module_name
from repltool_driver.cursor import Cursor
from repltool_driver.lookup import Unknown, library, parameters, signature
from repltool_driver.text import shorten, well_formed

MAX_ITEMS = 1000
MAX_TEXT_CHARS = 1024
MAX_DETAIL_CHARS = 200
# Parameters that are not there yet.
FUNCTION = re.compile(r'\b(?:def|lambda)\b')
# Signatures are looked up for the first of them only.
MAX_SIGNATURES = 200
FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType)
SUBSCRIPT = re.compile(r'\[\s*[rRbBuU]{0,2}$')
IMPORT = re.compile(r'import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*(?P<module>[\w.]*)$')
FROM = re.compile(r'from\s+(?P<module>[\w.]*)$')
FROM_IMPORT = re.compile(r'from\s+(?P<module>[\w.]+)\s+import\s+\(?(?:[\w\s,]*[\s,(])?\w*$')
DEFINED = re.compile(r'\b(?:def|class|for|as|import)\s+(\w+)|\b([^\W\d]\w*)\s*=(?!=)')


class Completion:
    """Fills `items` as it goes, so that there is something when it is cut short."""

    def __init__(self, lookup, importable, code, position):
        self._lookup = lookup
        # Names that may be imported; None where all may.
        self._importable = importable
        self._code = code
        self._cursor = Cursor(code, position)
        self._seen = set()
        self._signatures = 0
        self.items = []
        self.end = position
        self.start = position - len(self._cursor.word)

    def run(self):
        cursor = self._cursor
        if cursor.in_comment:
            return
        if cursor.string_start is not None:
            return self._in_string()
        line = cursor.line()
        if found := FROM_IMPORT.match(line):
            return self._names_of_module(found['module'])
        if found := FROM.match(line) or IMPORT.match(line):
            return self._modules(found['module'])
        owner = cursor.owner()
        if owner is not None:
            return self._attributes(owner)
        if not cursor.word or not cursor.word[0].isdigit():
            is_known = self._arguments()
            self._visible_names()
            if not is_known or FUNCTION.search(cursor.blank):
                self._unsent()

    def _in_string(self):
        cursor = self._cursor
        self.start = cursor.string_start
        typed = cursor.before[self.start :]
        opening = self.start - len(cursor.quote)
        subscript = SUBSCRIPT.search(cursor.blank[:opening])
        if subscript is None:
            return self._files(typed)
        try:
            container = self._lookup.value(cursor.expression_before(subscript.start()))
        except Unknown:
            return None
        for key in keys_of(container):
            if key.startswith(typed) and cursor.quote not in key:
                self._add(repr(key)[1:-1] if cursor.quote != '"' else key, 'value', 'key')
        return None

    def _files(self, typed):
        if self._importable is not None:
            return
        folder, _, name = typed.rpartition('/')
        self.start += len(typed) - len(name)
        try:
            path = os.path.expanduser(f'{folder}/' if folder or typed.startswith('/') else '.')
            entries = sorted(os.scandir(path), key=lambda entry: entry.name)
            for entry in entries:
                if entry.name.startswith(name) and (name or not entry.name.startswith('.')):
                    if entry.is_dir():
                        self._add(f'{entry.name}/', 'folder')
                    else:
                        self._add(entry.name, 'file')
        except (OSError, ValueError):
            pass

    def _modules(self, typed):
        package, _, name = typed.rpartition('.')
        self.start = self.end - len(name)
        for found in self._module_names(package):
            full = f'{package}.{found}' if package else found
            if found.startswith(name) and (name or not found.startswith('_')) and self._may_import(full):
                self._add(found, 'module')

    def _module_names(self, package):
        if package:
            path = getattr(sys.modules.get(package), '__path__', None)
            return sorted(module.name for module in iter_modules(path)) if path else []
        found = {module.name for module in iter_modules()} if self._importable is None else set()
        return sorted(found.union(sys.stdlib_module_names, ('repltool',)))

    def _may_import(self, name):
        return self._importable is None or name.partition('.')[0] in self._importable

    def _names_of_module(self, name):
        if self._may_import(name) and name in sys.modules:
            self._members(sys.modules[name])
        self.start = self.end
        self.start -= len(self._cursor.word)
        for found in self._module_names(name):
            if found.startswith(self._cursor.word):
                self._add(found, 'module')
        if name not in sys.modules:
            self._unsent()

    def _attributes(self, owner):
        try:
            self._members(self._lookup.value(owner))
        except Unknown:
            self._unsent(owner)

    def _members(self, value):
        word = self._cursor.word
        names = [name for name in dir(value) if isinstance(name, str) and name.startswith(word)]
        names.sort(key=lambda name: (name.startswith('__'), name.startswith('_'), name))
        for name in names:
            if (name.startswith('_') and not word.startswith('_')) or not name.isidentifier():
                continue
            if self._lookup.allows(name):
                self._add_member(value, name)

    def _add_member(self, value, name):
        try:
            kinds = ('variable', 'function') if isinstance(value, ModuleType) else ('property', 'method')
            self._add_value(name, self._lookup.member(value, name), *kinds)
        except Unknown:
            self._add(name, 'property')

    def _arguments(self):
        """Says whether the call that the cursor is in, if any, is one of something known."""
        function = self._cursor.call()
        if function is None:
            return True
        try:
            called = self._lookup.value(function)
        except Unknown:
            return False
        for parameter in parameters(called):
            if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                if parameter.name.startswith(self._cursor.word):
                    self._add(f'{parameter.name}=', 'property', str(parameter))
        return True

    def _unsent(self, owner=None):
        """What can be told without having run it, behind what the session knows."""
        if self._lookup.is_strict:
            return
        jedi_names.complete(self._lookup.names, self._code, self.end, self._add_unsent)
        if owner is not None and not self.items:
            try:
                getter = self._lookup.getter(owner)
            except Unknown:
                return
            code = f'getter().{self._cursor.word}'
            jedi_names.complete({'getter': getter}, code, len(code), self._add_unsent)

    def _add_unsent(self, text, kind, detail_of):
        word = self._cursor.word
        if text in self._seen or not text.startswith(word) or (text.startswith('_') and not word.startswith('_')):
            return
        self._signatures += 1
        self._add(text, kind, detail_of() if self._signatures < MAX_SIGNATURES else None)

    def _visible_names(self):
        word = self._cursor.word
        for name, value in reversed(list(self._lookup.names.items())):
            if isinstance(name, str) and name.startswith(word) and (word or not name.startswith('_')):
                self._add_value(name, value, 'variable', 'function')
        for found in DEFINED.finditer(self._code):
            name = found[1] or found[2]
            if found.end(1 if found[1] else 2) != self.end and name.startswith(word):
                if not keyword.iskeyword(name):
                    self._add(name, 'variable')
        for name in (*keyword.kwlist, *keyword.softkwlist):
            if name.startswith(word):
                self._add(name, 'keyword')
        for name, value in sorted(self._lookup.builtins.items()):
            if name.startswith(word) and (word or not name.startswith('_')):
                self._add_value(name, value, 'variable', 'function')

    def _add_value(self, name, value, kind, function_kind):
        detail = class_name(type(value))
        if isinstance(value, ModuleType):
            kind = 'module'
        elif issubclass(type(value), type):
            kind = 'class'
        elif isinstance(value, FUNCTIONS) or library.isroutine(value):
            kind = function_kind
            self._signatures += 1
            detail = self._signatures < MAX_SIGNATURES and signature(value) or detail
        elif name.isupper():
            kind = 'constant'
        self._add(name, kind, detail)

    def _add(self, text, kind, detail=None):
        if text in self._seen or len(self.items) >= MAX_ITEMS or len(text) > MAX_TEXT_CHARS:
            return
        self._seen.add(text)
        item = {'text': well_formed(text), 'kind': kind}
        if detail:
            item['detail'] = shorten(well_formed(detail), MAX_DETAIL_CHARS)
        self.items.append(item)


def keys_of(container):
    """The keys of a dict, or the columns of a table, that are strings."""
    if isinstance(container, dict):
        keys = dict.keys(container)
    elif module_name(type(container)).partition('.')[0] in ('pandas', 'polars'):
        keys = getattr(container, 'columns', ())
    else:
        keys = ()
    return [str(key) for key in list(keys) if isinstance(key, str)]
