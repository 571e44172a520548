"""Strict mode inside the interpreter: what a cell may import, call and reach.

It is a fence and no wall: it keeps honest code honest and says which rule a cell has met. Python cannot confine code
that is determined to get over it; the sandbox around the process does.
"""

import builtins

from repltool_driver.denials import CallDenied
from repltool_driver.facades import Importer
from repltool_driver.library_guards import LibraryGuards
from repltool_driver.members import Members, attribute_functions
from repltool_driver.strict_audit import watch
from repltool_driver.strict_syntax import StrictSyntax

BUILTIN_RULE = 'python/builtin-outside-strict'
DENIED_BUILTINS = ('eval', 'exec', 'compile', 'open', 'breakpoint', 'vars')
# Made for people at a terminal; they read files and import what they like.
LEFT_OUT = ('help', 'copyright', 'credits', 'license', '__loader__', '__spec__')


class StrictMode:
    """Enforced on `cells` as soon as it is made; `rules` is the mode's row of the policy's table."""

    def __init__(self, rules, cells):
        members = Members(rules['members']['denied'], rules['members']['specials'])
        syntax = StrictSyntax(members)
        functions, operators = attribute_functions(members)
        guards = LibraryGuards(members, syntax, cells.globals)
        guards.put_up()
        importer = Importer(rules['imports'], {'operator': operators}, guards.put_up)
        cells.restrict(
            {
                **{name: value for name, value in vars(builtins).items() if name not in LEFT_OUT},
                **{name: denied(name) for name in DENIED_BUILTINS},
                **functions,
                '__import__': importer.function(),
            },
            syntax,
            frozenset(rules['imports']),
        )
        watch()


def denied(name):
    def refuse(*_, **__):
        raise CallDenied(BUILTIN_RULE, f'Strict mode does not call `{name}`.')

    refuse.__name__ = refuse.__qualname__ = name
    return refuse
