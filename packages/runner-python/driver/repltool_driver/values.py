"""The value of a trailing expression, as text and as JSON."""

from itertools import islice

from repltool_driver.channel import quote
from repltool_driver.text import exact_text, is_well_formed

MAX_BYTES = 256 * 1024
# A container longer than this is not given to repr() whole.
MAX_ITEMS = 50_000
MAX_DEPTH = 100
MAX_SAFE_INTEGER = 2**53 - 1
BRACKETS = {list: '[]', tuple: '()', set: '{}', frozenset: ('frozenset({', '})')}



class NotJson(Exception):
    """The value is not JSON, or too large to be sent as such."""


def to_text(value):
    """repr() of any value, bounded. What a `__repr__` raises is raised, but for a string of the exact type."""
    kind = type(value)
    if kind in (str, bytes, bytearray):
        # Cut before repr: no character is shorter in it.
        return cut(repr(value[: MAX_BYTES + 1]))
    if kind in BRACKETS and len(value) > MAX_ITEMS:
        opening, closing = BRACKETS[kind]
        items = ', '.join([repr(item) for item in islice(value, MAX_ITEMS)])
        return cut(f'{opening}{items}, ...{closing}')
    if kind is dict and len(value) > MAX_ITEMS:
        items = ', '.join([f'{key!r}: {item!r}' for key, item in islice(value.items(), MAX_ITEMS)])
        return cut(f'{{{items}, ...}}')
    return cut(exact_text(repr(value)))


def cut(text):
    """At most MAX_BYTES of UTF-8, with an ellipsis where something is missing."""
    if len(text) * 4 <= MAX_BYTES:
        return text
    data = text.encode('utf-8', 'surrogatepass')
    if len(data) <= MAX_BYTES:
        return text
    return data[: MAX_BYTES - 3].decode('utf-8', 'ignore') + '…'


def to_json(value):
    """The JSON text of a value that is JSON through and through; None for any other.

    Only exact types count: a subclass may say something else with `__repr__` or carry more than JSON can.
    """
    pieces = []
    try:
        write_json(value, pieces, [MAX_BYTES], 0)
    except (NotJson, RuntimeError):  # RuntimeError: changed by a thread meanwhile
        return None
    return ''.join(pieces)


def write_json(value, pieces, left, depth):
    if depth > MAX_DEPTH:
        raise NotJson
    kind = type(value)
    if kind is list:
        opening = '['
        for item in value:
            spend(pieces, left, opening)
            write_json(item, pieces, left, depth + 1)
            opening = ','
        spend(pieces, left, ']' if value else '[]')
    elif kind is dict:
        opening = '{'
        for key, item in value.items():
            if type(key) is not str:
                raise NotJson
            spend(pieces, left, f'{opening}{quote_bounded(key)}:')
            write_json(item, pieces, left, depth + 1)
            opening = ','
        spend(pieces, left, '}' if value else '{}')
    else:
        spend(pieces, left, scalar(kind, value))


def scalar(kind, value):
    if kind is str:
        return quote_bounded(value)
    if value is None:
        return 'null'
    if kind is bool:
        return 'true' if value else 'false'
    if kind is int and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
        return int.__repr__(value)
    if kind is float and value - value == 0:
        return float.__repr__(value)
    raise NotJson


def quote_bounded(text):
    if len(text) > MAX_BYTES or not is_well_formed(text):
        raise NotJson
    return quote(text)


def spend(pieces, left, piece):
    left[0] -= len(piece)
    if left[0] < 0:
        raise NotJson
    pieces.append(piece)
