"""Rich results: what cells get of them before the first one is shown, which costs little."""

import builtins
import sys

from repltool_driver.class_members import defines
from repltool_driver.interrupts import run_whole

METHODS = frozenset((
    *('_repr_mimebundle_', '_repr_html_', '_repr_markdown_', '_repr_svg_', '_repr_png_', '_repr_jpeg_'),
    *('_repr_latex_', '_repr_json_', '_ipython_display_'),
))  # fmt: skip
PLAIN = frozenset((int, float, str, bool, bytes, list, tuple, dict, set, frozenset, type, complex))

MODULES = sys.modules


class Displays:
    """Shows things to the client. The code that does it is loaded when there is something to show."""

    def __init__(self, channel, streams, import_later):
        self._channel = channel
        self._streams = streams
        self._import_later = import_later
        self._shower = None
        self._figures = None

    def offer(self, hooks):
        """Gives cells `display()` and the module `repltool`."""

        def display(*objects, **options):
            """Shows objects by their richest representations; see the module `repltool`."""
            return self.shower.display(*objects, **options)

        display.__qualname__ = 'display'
        display.__module__ = 'repltool'
        builtins.display = display
        hooks.provide('repltool', lambda module: self.shower.fill_module(module, display))
        hooks.after('matplotlib.pyplot', self._amend_pyplot)

    @property
    def shower(self):
        if self._shower is None:
            load = lambda: self._import_later('showing').Shower(self._channel, self._streams)
            self._shower = in_one_piece(load)
        return self._shower

    def show_value(self, value, text):
        """Shows a trailing value that has representations besides its text."""
        kind = type(value)
        if kind not in PLAIN and (has_representation(kind) or self._is_figure(kind)):
            self.shower.show_value(value, text)

    def end_cell(self, status):
        """Shows what matplotlib has drawn and the cell has not shown; nothing of one that was interrupted."""
        if self._figures is not None:
            self._figures.end_cell(status != 'interrupted')

    def _is_figure(self, kind):
        return self._figures is not None and self._figures.is_figure(kind)

    def _amend_pyplot(self, pyplot):
        figures = self._import_later('figures').Figures(pyplot, self.shower)
        self._figures = self.shower.figures = figures
        pyplot.show = figures.show_function()


def has_representation(kind):
    """Whether a class says how its instances are shown; classes themselves do not count."""
    return not issubclass(kind, type) and defines(kind, METHODS)


def in_one_piece(work):
    """Runs `work` so that an interrupt does not come in the middle of it."""
    try:
        return run_whole(work)
    except ValueError:  # Not in the main thread, which alone is interrupted.
        return work()
