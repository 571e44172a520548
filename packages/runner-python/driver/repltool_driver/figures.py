"""matplotlib's figures, which are shown when their cell ends."""

from io import BytesIO

from repltool_driver.representations import to_wire

FORMATS = {'image/png': 'png', 'image/svg+xml': 'svg'}
# A drawing of more points than that is not worth sending: the picture of it is there as well.
MAX_SVG_BYTES = 1024 * 1024


class Figures:
    def __init__(self, pyplot, shower):
        self._pyplot = pyplot
        self._shower = shower
        # Shown by the cell itself.
        self._shown = set()

    def is_figure(self, kind):
        return issubclass(kind, self._pyplot.Figure)

    def show_if_figure(self, value):
        if not self.is_figure(type(value)):
            return False
        self._shown.add(id(value))
        self._show(value)
        return True

    def show_all(self):
        """Shows every open figure that has not been shown, in order, and closes all."""
        try:
            for number in self._pyplot.get_fignums():
                figure = self._pyplot.figure(number)
                if id(figure) not in self._shown:
                    self._show(figure)
        finally:
            self._close_all()

    def end_cell(self, showing):
        try:
            if showing:
                self.show_all()
            else:
                self._close_all()
        except (Exception, SystemExit) as error:
            self._shower.note('A figure', error)

    def _close_all(self):
        self._pyplot.close('all')
        self._shown.clear()

    def show_function(self):
        def show(*arguments, **options):
            """Shows all open figures."""
            self.show_all()

        show.__module__ = 'matplotlib.pyplot'
        show.__qualname__ = 'show'
        return show

    def _show(self, figure):
        data = {'text/plain': repr(figure)}
        for mime, kind in FORMATS.items():
            file = BytesIO()
            figure.savefig(file, format=kind, bbox_inches='tight')
            drawn = file.getvalue()
            if kind == 'png' or len(drawn) <= MAX_SVG_BYTES:
                data[mime] = to_wire(mime, drawn)
        self._shower.send(data, {})
