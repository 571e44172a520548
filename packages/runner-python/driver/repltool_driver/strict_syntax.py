"""The part of strict mode that a cell's text shows: attributes are checked, and watched, before anything runs."""

import ast
from os import urandom
from sys import version_info
from types import CodeType

from repltool_driver.denials import AttributeDenied
from repltool_driver.members import RULE, WATCHED

# Before these, an exception group of a cell's own class made `except*` take any object for a tuple (CVE-2025-22153).
EXCEPT_STAR_IS_SOUND = version_info >= (3, 13, 2) or (3, 12, 9) <= version_info < (3, 13)


class Guard:
    """Stands in the code as the left side of an `@`, an operation that no tool of user code can take apart."""

    __slots__ = ('_apply',)

    def __init__(self, apply):
        self._apply = apply

    def __matmul__(self, value):
        return self._apply(value)


class StrictSyntax:
    """Rewrites syntax trees. Guards are constants of the code, where no name leads to them."""

    def __init__(self, members):
        self.members = members
        self._markers = {}
        self._guards = {}
        for name in WATCHED:
            self._add_guard(name, lambda value, name=name: members.reach(value, name))
        self._add_guard('match', members.check_match)

    def rewrite(self, tree):
        """Raises AttributeDenied when the text names an attribute out of reach."""
        return Rewriter(self.members, self._guarded).visit(tree)

    def compile_text(self, text, trusted):
        """Code that the library makes of names from a cell, in which it may reach the `trusted` attributes itself."""
        tree = Rewriter(self.members, self._guarded, trusted).visit(ast.parse(text))
        return self.complete(compile(tree, '<string>', 'exec', dont_inherit=True))

    def complete(self, code):
        """Puts the guards where the compiler was given their markers."""
        constants = tuple([self._completed(constant) for constant in code.co_consts])
        return code.replace(co_consts=constants)

    def _add_guard(self, name, apply):
        marker = urandom(16)
        self._markers[name] = marker
        self._guards[marker] = Guard(apply)

    def _guarded(self, name, operand, place):
        marker = ast.copy_location(ast.Constant(self._markers[name]), place)
        return ast.copy_location(ast.BinOp(marker, ast.MatMult(), operand), place)

    def _completed(self, constant):
        if type(constant) is CodeType:
            return self.complete(constant)
        return self._guards.get(constant, constant) if type(constant) is bytes else constant


def place_of(node):
    return f', in line {node.lineno} of the cell'


class Rewriter(ast.NodeTransformer):
    def __init__(self, members, guarded, trusted=()):
        self._members = members
        self._guarded = guarded
        self._trusted = trusted

    def visit_Attribute(self, node):
        if node.attr not in self._trusted:
            self._members.check(node.attr, place_of(node))
        self.generic_visit(node)
        if node.attr in WATCHED and isinstance(node.ctx, ast.Load):
            return self._guarded(node.attr, node.value, node)
        return node

    def visit_TryStar(self, node):
        if not EXCEPT_STAR_IS_SOUND:
            message = 'Strict mode has no `except*` in this version of Python, where it leads into memory'
            raise AttributeDenied(RULE, f'{message}{place_of(node)}.')
        return self.generic_visit(node)

    def visit_MatchClass(self, node):
        for name in node.kwd_attrs:
            self._members.check_pattern(name, place_of(node))
        self.visit_MatchValue(node.cls)
        if node.patterns and not isinstance(node.cls, ast.Name):
            # A chain of names may lead to another class the second time.
            message = 'Strict mode matches by position only classes that a plain name stands for'
            raise AttributeDenied(RULE, f'{message}{place_of(node)}.')
        node.patterns = [self.visit(pattern) for pattern in node.patterns]
        node.kwd_patterns = [self.visit(pattern) for pattern in node.kwd_patterns]
        return node

    def visit_MatchValue(self, node):
        """The compiler takes plain chains of names in patterns, which can be checked and not rewritten."""
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute):
                self._members.check_pattern(part.attr, place_of(part))
        return node

    def visit_Match(self, node):
        """Puts a case that never matches in front of each whose pattern reaches attributes by position."""
        cases = []
        for case in node.cases:
            for pattern in ast.walk(case.pattern):
                if isinstance(pattern, ast.MatchClass) and pattern.patterns:
                    cases.append(self._look_first(pattern))
            cases.append(case)
        self.generic_visit(node)
        node.cases = cases
        return node

    def _look_first(self, pattern):
        wildcard = ast.copy_location(ast.MatchAs(), pattern)
        look = self._guarded('match', pattern.cls, pattern)
        return ast.match_case(wildcard, look, [ast.copy_location(ast.Pass(), pattern)])
