"""Strings fit for the wire."""

# Of an instance of a subclass of str, the plain string.
exact_text = str.__str__


def is_well_formed(text):
    """Whether a string is Unicode text: no lone surrogates."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def well_formed(text):
    """The text with lone surrogates as escapes, the way repr() shows them."""
    if is_well_formed(text):
        return text
    return text.encode('utf-8', 'backslashreplace').decode()


def shorten(text, limit):
    """At most `limit` characters, with an ellipsis where something is missing."""
    return text if len(text) <= limit else text[: limit - 1] + '…'
