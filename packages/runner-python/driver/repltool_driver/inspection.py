"""What is known of the name or the call at a cursor."""

import re

from repltool_driver import jedi_names
from repltool_driver.class_members import class_name
from repltool_driver.cursor import Cursor
from repltool_driver.lookup import DRIVER_PACKAGE, Unknown, library, signature
from repltool_driver.summaries import shape_of, summary
from repltool_driver.text import shorten, well_formed

MAX_DOC_CHARS = 20_000
REST_OF_NAME = re.compile(r'\w*')


class Inspection:
    def __init__(self, lookup, code, position):
        self._lookup = lookup
        self._code = code
        self._position = position
        self.data = None

    def run(self):
        expressions = list(self._expressions())
        for expression in expressions:
            try:
                value = self._lookup.value(expression)
            except Unknown:
                continue
            self._describe(expression, value)
            return
        if expressions and not self._lookup.is_strict:
            jedi_names.describe(self._lookup.names, self._code, self._position, self._tell)

    def _expressions(self):
        """The name that the cursor touches, then the function in whose brackets it is."""
        end = REST_OF_NAME.match(self._code, self._position).end()
        cursor = Cursor(self._code, end)
        if cursor.string_start is None and not cursor.in_comment:
            name = cursor.expression_before(end)
            if name:
                yield name
        call = Cursor(self._code, self._position).call()
        if call:
            yield call

    def _describe(self, expression, value):
        name = expression.rpartition('\n')[2].strip()
        kind = class_name(type(value))
        is_code = callable(value)
        told = signature(value) if is_code else None
        if told is not None:
            head = f'{name}{told}'
        elif is_code or library.ismodule(value):
            head = name
        else:
            head = f'{name} = {summary(value)}'
        shape = shape_of(value)
        facts = [f'type: {kind}', *([f'shape: {shape}'] if shape else []), *self._source(value)]
        doc = '' if not (is_code or library.ismodule(value)) else documentation(value)
        self._tell(head, facts, doc)

    def _tell(self, head, facts, doc):
        plain = '\n'.join([head, *facts]) + (f'\n\n{doc}' if doc else '')
        marked = f'```python\n{head}\n```\n\n' + '  \n'.join(facts) + (f'\n\n{doc}' if doc else '')
        self.data = {'text/plain': well_formed(plain), 'text/markdown': well_formed(marked)}

    def _source(self, value):
        module = getattr(value, '__module__', None)
        if not isinstance(module, str) or module.startswith(DRIVER_PACKAGE) or module == '__main__':
            return []
        return [f'module: {module}']


def documentation(value):
    doc = getattr(value, '__doc__', None)
    return shorten(library.cleandoc(doc), MAX_DOC_CHARS) if isinstance(doc, str) else ''
