"""From the text of a cell to code objects."""

import __future__ as future
from _ast import PyCF_ALLOW_TOP_LEVEL_AWAIT, PyCF_ONLY_AST, Expr, Expression, Module

FUTURE_FLAGS = 0
for name in future.all_feature_names:
    FUTURE_FLAGS |= getattr(future, name).compiler_flag


class Compiler:
    """Compiles cells as an interactive interpreter would: `from __future__` lasts, the driver's own flags do not leak."""

    def __init__(self):
        self._flags = PyCF_ALLOW_TOP_LEVEL_AWAIT
        # What strict mode makes of syntax trees and of code; None in other modes.
        self.syntax = None

    @property
    def future_flags(self):
        return self._flags & FUTURE_FLAGS

    @future_flags.setter
    def future_flags(self, flags):
        self._flags |= flags & FUTURE_FLAGS

    def compile(self, source, filename):
        """The code of a cell in order, as one or two code objects, and whether the last is a value to show.

        Nothing has run when this raises.
        """
        source = source.removeprefix('\ufeff')
        tree = self._compile(source, filename, 'exec', PyCF_ONLY_AST)
        if self.syntax is not None:
            tree = self.syntax.rewrite(tree)
        body = tree.body
        last = body[-1] if body else None
        if type(last) is not Expr:
            return [self._compile(tree, filename, 'exec')], False
        codes = []
        if len(body) > 1:
            codes.append(self._compile(Module(body[:-1], []), filename, 'exec'))
        codes.append(self._compile(Expression(last.value), filename, 'eval'))
        return codes, not ends_with_semicolon(source, last)

    def _compile(self, source, filename, mode, extra=0):
        code = compile(source, filename, mode, self._flags | extra, dont_inherit=True)
        if not extra:
            self._flags |= code.co_flags & FUTURE_FLAGS
            if self.syntax is not None:
                code = self.syntax.complete(code)
        return code


def ends_with_semicolon(source, node):
    """Whether a `;` follows the last expression; only brackets, blanks and comments can stand beside it."""
    lines = source.encode().split(b'\n')[node.end_lineno - 1 :]
    lines[0] = lines[0][node.end_col_offset :]
    return any(b';' in line.partition(b'#')[0] for line in lines)
