"""Runs cells: their code, their value, their errors."""

import sys
from _contextvars import copy_context
from sys import getprofile, gettrace, setprofile, settrace

from repltool_driver import errors, values
from repltool_driver.compiling import Compiler
from repltool_driver.denials import Denied
from repltool_driver.event_loop import EventLoop
from repltool_driver.imports import forget_partial_packages
from repltool_driver.namespace import Namespace
from repltool_driver.outcome import Outcome, interrupted

CO_COROUTINE = 0x80


class Cells:
    """One session's cells. All that user code runs on its own account happens below `run`."""

    def __init__(self, displays):
        self._displays = displays
        self._namespace = Namespace()
        self._compiler = Compiler()
        # Context variables set by a cell are there in the next, awaiting or not.
        self._context = copy_context()
        self.event_loop = EventLoop(self._context)
        self._count = 0
        # Names of the modules that may be imported; None where all may.
        self.importable = None
        # Trace functions of user code see user code alone, and stay from cell to cell.
        self._trace = self._profile = None
        self._eval = eval

    @property
    def globals(self):
        return self._namespace.globals

    @property
    def builtins(self):
        return self._namespace.builtins

    @property
    def members(self):
        """Which attributes cells may reach; None where they may reach all."""
        syntax = self._compiler.syntax
        return syntax and syntax.members

    @property
    def future_flags(self):
        """The compiler flags of the `from __future__` imports of cells, which last."""
        return self._compiler.future_flags

    @future_flags.setter
    def future_flags(self, flags):
        self._compiler.future_flags = flags

    def defined_names(self):
        """What cells have defined, in order."""
        return self._namespace.defined_names()

    def restrict(self, builtins, syntax, importable):
        """From here on, cells have these builtins, code that `syntax` has been over, and these modules."""
        self.importable = importable
        self._compiler.syntax = syntax
        self._namespace.restrict(builtins)
        self._eval = self._eval_restricted

    def restore(self):
        """Mends what a cell may have taken from under the next one."""
        self._namespace.restore()

    def rehearse(self):
        """Runs what every cell runs, to no effect."""
        shown = self._evaluate('[0]', '<rehearsal>')
        Outcome('ok', 0, text=values.to_text(shown[0]), json=values.to_json(shown[0])).to_frame('')

    def run(self, source):
        """Runs the next cell and gives its outcome."""
        self._count += 1
        filename = f'<cell {self._count}>'
        errors.add_source(filename, source)
        try:
            try:
                return self._value_outcome(self._evaluate(source, filename))
            except SystemExit as error:
                return exit_outcome(error)
            except KeyboardInterrupt as error:
                forget_partial_packages()
                errors.remember(error)
                return interrupted(errors.describe(error))
            except BaseException as error:
                errors.remember(error)
                status = 'denied' if issubclass(type(error), Denied) else 'error'
                return Outcome(status, 1, error=errors.describe(error))
        except KeyboardInterrupt:
            return interrupted()
        except BaseException as error:  # No memory left to say more.
            return Outcome('error', 1, error=(errors.class_name(type(error)), '', []))

    def _evaluate(self, source, filename):
        """The value to show, in a tuple; an empty one when there is none."""
        codes, shown = self._compiler.compile(source, filename)
        awaiting = any(code.co_flags & CO_COROUTINE for code in codes)
        value = None
        try:
            settrace(self._trace)
            setprofile(self._profile)
            if awaiting:
                value = self.event_loop.run(self._evaluate_awaiting(codes))
            else:
                for code in codes:
                    value = self._context.run(self._eval, code, self._namespace.globals)
        finally:
            # Here and not in a function, whose call would be traced.
            self._trace = gettrace()
            settrace(None)
            self._profile = getprofile()
            setprofile(None)
        return (value,) if shown and value is not None else ()

    async def _evaluate_awaiting(self, codes):
        """All of a cell on the running loop, also the part in front of its first `await`."""
        value = None
        for code in codes:
            value = self._eval(code, self._namespace.globals)
            if code.co_flags & CO_COROUTINE:
                value = await value
        return value

    def _eval_restricted(self, code, names):
        self._namespace.restore_builtins()
        return eval(code, names)

    def _value_outcome(self, shown):
        if not shown:
            return Outcome('ok', 0)
        (value,) = shown
        self._namespace.remember(value)
        try:
            text = self._context.run(values.to_text, value)
        except (Exception, SystemExit) as error:
            errors.remember(error)
            text = self._note(value, error)
            self._show(value, text)
            return Outcome('ok', 0, text=text)
        self._show(value, text)
        return Outcome('ok', 0, text=text, json=values.to_json(value))

    def _show(self, value, text):
        self._context.run(self._displays.show_value, value, text)

    @staticmethod
    def _note(value, error):
        """Stands for a value whose repr() fails; the traceback goes where the cell's errors go."""
        name, message, traceback = errors.describe(error)
        print_safely('\n'.join(traceback))
        return values.cut(f'<{errors.class_name(type(value))} whose repr() raised {name}: {message}>')


def exit_outcome(error):
    """SystemExit as the interpreter takes it: a number is the code, anything else is printed and means 1."""
    code = error.code
    if code is None:
        return Outcome('exited', 0)
    if isinstance(code, int):
        return Outcome('exited', code & 0xFF)
    print_safely(errors.message_of(code))
    return Outcome('exited', 1)


def print_safely(text):
    try:
        print(text, file=sys.stderr)
    except (Exception, SystemExit):
        pass
