"""Bundles of representations by MIME type, as JSON."""

from _json import encode_basestring

from repltool_driver.text import exact_text, well_formed

MAX_BUNDLE_BYTES = 4 * 1024 * 1024
MAX_MIME_CHARS = 127
MAX_DEPTH = 100


def bundle_json(bundle):
    return to_json({
        mime: value for mime, value in bundle.items() if isinstance(mime, str) and len(mime) <= MAX_MIME_CHARS
    })  # fmt: skip


def to_json(value):
    """JSON of whatever comes near to it; what does not is its text. A little over the limit is enough to see that."""
    pieces = []
    write(value, pieces, [2 * MAX_BUNDLE_BYTES], 0)
    return ''.join(pieces)


def write(value, pieces, left, depth):
    if left[0] < 0:
        pieces.append('null')
    elif isinstance(value, dict) and depth < MAX_DEPTH:
        opening = '{'
        for key, item in list(value.items()):
            spend(pieces, left, f'{opening}{quoted(key if isinstance(key, str) else str(key))}:')
            write(item, pieces, left, depth + 1)
            opening = ','
        spend(pieces, left, '}' if opening == ',' else '{}')
    elif isinstance(value, (list, tuple)) and depth < MAX_DEPTH:
        opening = '['
        for item in list(value):
            spend(pieces, left, opening)
            write(item, pieces, left, depth + 1)
            opening = ','
        spend(pieces, left, ']' if opening == ',' else '[]')
    else:
        spend(pieces, left, scalar(value))


def scalar(value):
    if value is None or value is True or value is False:
        return {None: 'null', True: 'true', False: 'false'}[value]
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value) if value - value == 0 else 'null'
    item = getattr(value, 'item', None)  # A number of numpy's.
    if item is not None and getattr(value, 'ndim', None) == 0:
        return scalar(item())
    return quoted(str(value))


def quoted(text):
    return encode_basestring(well_formed(exact_text(text)))


def spend(pieces, left, piece):
    left[0] -= len(piece)
    pieces.append(piece)


def describe_size(size):
    return f'{size / 1024 / 1024:.1f} MiB'
