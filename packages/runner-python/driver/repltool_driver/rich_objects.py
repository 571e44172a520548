"""What user code wraps data in to have it shown: the public contents of the module `repltool`."""

__all__ = ['HTML', 'JSON', 'SVG', 'Image', 'Latex', 'Markdown']

SIGNATURES = {
    b'\x89PNG\r\n\x1a\n': 'image/png',
    b'\xff\xd8\xff': 'image/jpeg',
    b'GIF8': 'image/gif',
    b'RIFF': 'image/webp',
    b'BM': 'image/bmp',
}


class Rich:
    """Text of one MIME type, given as such or read from a file."""

    mime = 'text/plain'

    def __init__(self, data=None, filename=None):
        if data is None:
            if filename is None:
                raise TypeError(f'{type(self).__name__} takes data or a filename')
            with open(filename, encoding='utf-8') as file:
                data = file.read()
        self.data = data

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.mime: self.data}

    def __repr__(self):
        return f'<{type(self).__name__}>'


class HTML(Rich):
    mime = 'text/html'


class Markdown(Rich):
    mime = 'text/markdown'


class Latex(Rich):
    mime = 'text/latex'


class SVG(Rich):
    mime = 'image/svg+xml'


class JSON(Rich):
    """Data that JSON has words for, or JSON text from a file."""

    mime = 'application/json'

    def __init__(self, data=None, filename=None):
        super().__init__(data, filename)
        if filename is not None:
            import json

            self.data = json.loads(self.data)


class Image:
    """A picture, from bytes or from a file; what kind it is, its first bytes say."""

    def __init__(self, data=None, filename=None, width=None, height=None):
        if filename is None and not isinstance(data, (bytes, bytearray, memoryview)):
            data, filename = None, data
        if data is None:
            with open(filename, 'rb') as file:
                data = file.read()
        self.data = bytes(data)
        self.mime = next(
            (mime for start, mime in SIGNATURES.items() if self.data.startswith(start)), None
        )
        if self.mime is None:
            raise ValueError('not a PNG, JPEG, GIF, WebP or BMP picture; SVG has a class of its own')
        self._size = {'width': width, 'height': height}

    def _repr_mimebundle_(self, include=None, exclude=None):
        size = {name: value for name, value in self._size.items() if value is not None}
        return {self.mime: self.data}, {self.mime: size}

    def __repr__(self):
        return f'<Image {self.mime}>'


for rich in (Rich, HTML, Markdown, Latex, SVG, JSON, Image):
    rich.__module__ = 'repltool'
