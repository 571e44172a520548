"""How an object is shown, by what it says of itself."""

from binascii import b2a_base64

from repltool_driver import values
from repltool_driver.class_members import class_name, defines
from repltool_driver.text import exact_text

# Method and type of what it gives, plainest first.
FORMATS = {
    '_repr_latex_': 'text/latex',
    '_repr_markdown_': 'text/markdown',
    '_repr_html_': 'text/html',
    '_repr_json_': 'application/json',
    '_repr_jpeg_': 'image/jpeg',
    '_repr_png_': 'image/png',
    '_repr_svg_': 'image/svg+xml',
}


class Bundle:
    def __init__(self):
        self.data = {}
        self.metadata = {}

    def add(self, mime, answer):
        """Takes what a method has given: data, or data and metadata."""
        data, metadata = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if data is None:
            return
        self.data[mime] = to_wire(mime, data)
        if metadata:
            self.metadata[mime] = metadata


class Representations:
    def __init__(self, note):
        """`note` is told of each representation that fails, and with what."""
        self._note = note

    def of(self, value, include=None, exclude=None, text=None):
        """A bundle, or None when the object has shown itself."""
        try:
            own_display = method(value, '_ipython_display_')
            if own_display is not None:
                own_display()
                return None
        except (Exception, SystemExit) as error:
            self._fails(value, '_ipython_display_', error)
        bundle = Bundle()
        bundle.data['text/plain'] = self._text(value) if text is None else text
        for name, mime in FORMATS.items():
            if wanted(mime, include, exclude):
                self._try(value, name, {}, lambda answer, mime=mime: bundle.add(mime, answer))
        options = {'include': include, 'exclude': exclude}
        self._try(
            value, '_repr_mimebundle_', options, lambda answer: add_all(bundle, answer, include, exclude)
        )
        return bundle

    def _try(self, value, name, options, use):
        try:
            call = method(value, name)
            answer = call and call(**options)
            if answer is not None:
                use(answer)
        except NotImplementedError:
            pass
        except (Exception, SystemExit) as error:
            self._fails(value, name, error)

    def _text(self, value):
        try:
            return values.to_text(value)
        except (Exception, SystemExit) as error:
            self._fails(value, '__repr__', error)
            return f'<{class_name(type(value))}>'

    def _fails(self, value, name, error):
        self._note(f'{class_name(type(value))}.{name}()', error)


def method(value, name):
    """A bound method of the object's class. A class is not shown by what it says of its instances."""
    if issubclass(type(value), type) or not defines(type(value), frozenset((name,))):
        return None
    found = getattr(value, name)
    return found if callable(found) else None


def add_all(bundle, answer, include, exclude):
    data, metadata = answer if isinstance(answer, tuple) else (answer, {})
    for mime, item in dict(data).items():
        if wanted(mime, include, exclude):
            bundle.add(mime, (item, (metadata or {}).get(mime)))


def wanted(mime, include, exclude):
    return (include is None or mime in include) and (exclude is None or mime not in exclude)


def to_wire(mime, data):
    """Bytes become base64, but for those of a text; text and JSON stay as they are."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        data = bytes(data)
        if mime.startswith('text/') or mime == 'image/svg+xml':
            return data.decode('utf-8', 'replace')
        return b2a_base64(data, newline=False).decode()
    if isinstance(data, str):
        return exact_text(data)
    return data if mime == 'application/json' or mime.endswith('+json') else str(data)
