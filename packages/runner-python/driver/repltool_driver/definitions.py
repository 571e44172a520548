"""The source of what cells define, and code from it again."""

import ast

from repltool_driver.compiling import FUTURE_FLAGS
from repltool_driver.errors import CELL_PREFIX, private_linecache

RESTORED_PREFIX = '<restored '
# No name of a user's: it has a character that only the parser would mind.
PLACEHOLDER = 'function again'
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class NoSource(Exception):
    """What is to be defined again cannot be found in the text of a cell."""


class Sources:
    """Looks definitions up in the cells of the session; trees are parsed once."""

    def __init__(self):
        self._trees = {}

    def of_function(self, function):
        """The text of a function's definition and the compiler flags it needs."""
        code = function.__code__
        text, tree = self._source(code.co_filename)
        candidates = [node for node in ast.walk(tree) if is_source_of(node, code)]
        if not candidates:
            raise NoSource
        # Of lambdas within each other, the innermost that has it all.
        node = min(candidates, key=lambda node: len(ast.get_source_segment(text, node)))
        return definition_text(text, node), code.co_flags & FUTURE_FLAGS

    def of_class(self, name):
        """The text and the tree of the last definition of a class at the top of a cell."""
        for filename in reversed(self._filenames()):
            text, tree = self._source(filename)
            for node in reversed(list(ast.walk(tree))):
                if isinstance(node, ast.ClassDef) and node.name == name:
                    return definition_text(text, node), node
        raise NoSource

    @staticmethod
    def _filenames():
        return [name for name in private_linecache.cache if name.startswith((CELL_PREFIX, RESTORED_PREFIX))]

    def _source(self, filename):
        if filename not in self._trees:
            entry = private_linecache.cache.get(filename)
            if entry is None or not filename.startswith((CELL_PREFIX, RESTORED_PREFIX)):
                raise NoSource
            text = ''.join(entry[2])
            try:
                self._trees[filename] = text, parse_definition(text)
            except SyntaxError:
                self._trees[filename] = text, ast.Module([], [])
        return self._trees[filename]


def is_source_of(node, code):
    if isinstance(node, FUNCTIONS):
        first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
        return node.name == code.co_name and code.co_firstlineno in (first, node.lineno)
    if not isinstance(node, ast.Lambda) or code.co_name != '<lambda>' or node.lineno != code.co_firstlineno:
        return False
    body = node.body
    columns = [start for line, _, start, end in code.co_positions() if line == body.lineno and start != end]
    return body.lineno != body.end_lineno or all(
        body.col_offset <= start < body.end_col_offset for start in columns
    )


def definition_text(text, node):
    if isinstance(node, ast.Lambda):
        return f'({ast.get_source_segment(text, node)})'
    first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
    return '\n'.join(text.splitlines()[first - 1 : node.end_lineno]) + '\n'


def parse_definition(text):
    """The tree of one definition, which may be indented."""
    if text[:1] not in (' ', '\t'):
        return ast.parse(text)
    tree = ast.increment_lineno(ast.parse(f'if True:\n{text}'), -1)
    return ast.Module(tree.body[0].body, [])


def function_code(text, free_names, flags, filename):
    """The code object of a function, compiled where its free names are those of a function around it."""
    node = parse_definition(text).body[0]
    if isinstance(node, ast.Expr):
        node = next(part for part in ast.walk(node) if isinstance(part, ast.Lambda))
        name = '<lambda>'
    else:
        node.decorator_list = []
        node.returns = None
        # Its own name would be one of the names around it; a function at the top finds itself among the globals.
        name, node.name = node.name, PLACEHOLDER
    strip_arguments(node.args)
    around = ast.parse(f'def around({", ".join(free_names)}): pass')
    around.body[0].body = [node if isinstance(node, ast.stmt) else ast.Expr(node)]
    ast.fix_missing_locations(around)
    outer = compile(around, filename, 'exec', flags, dont_inherit=True).co_consts[0]
    code = next(constant for constant in outer.co_consts if hasattr(constant, 'co_code'))
    return code.replace(co_name=name, co_qualname=name)


def strip_arguments(arguments):
    """Takes away what is not part of a function's code: its defaults are values by now."""
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [default and ast.Constant(None) for default in arguments.kw_defaults]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in every:
        if argument is not None:
            argument.annotation = None


def names_at_definition(node):
    """The names that a class statement reads while it runs."""
    names = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            names.add(part.id)
        if isinstance(part, FUNCTIONS):
            waiting += [*part.decorator_list, part.args, *([part.returns] if part.returns else [])]
        elif isinstance(part, ast.Lambda):
            waiting.append(part.args)
        else:
            waiting += ast.iter_child_nodes(part)
    return names
