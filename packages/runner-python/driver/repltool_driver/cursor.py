"""What stands around a cursor in a piece of code, which need not be complete or right."""

import re

OPENING = {')': '(', ']': '[', '}': '{'}
NAME_END = re.compile(r'\w*$')


class Cursor:
    """`before` is the code in front of the cursor; strings in `blank` are blanked out, so that their contents mean nothing."""

    def __init__(self, code, position):
        self.position = position
        self.before = code[:position]
        self.quote = None
        # Where the contents of the string that the cursor is in begin; None outside of one.
        self.string_start = None
        self.in_comment = False
        self.blank = self._scan()

    @property
    def word(self):
        return NAME_END.search(self.before).group()

    def owner(self):
        """The text of the expression whose attribute the word is; None when it is none."""
        end = len(self.before) - len(self.word)
        text = self.blank[:end].rstrip()
        if not text.endswith('.') or text.endswith('..'):
            return None
        return self.expression_before(len(text) - 1) or None

    def expression_before(self, end):
        """The text of names, attributes, subscripts and calls that ends at `end`."""
        at = end
        while at > 0:
            character = self.blank[at - 1]
            if character in OPENING:
                at = self._opening(at - 1)
                if at is None:
                    return ''
            elif character.isalnum() or character in '_."\'':
                at -= 1
            else:
                break
        return self.before[at:end].lstrip('.')

    def call(self):
        """The text of the function in whose brackets the cursor is; None when it is in no call."""
        depth = 0
        for at in range(len(self.blank) - 1, -1, -1):
            character = self.blank[at]
            if character in ')]}':
                depth += 1
            elif character in '([{':
                if depth == 0:
                    return self.expression_before(at) or None if character == '(' else None
                depth -= 1
        return None

    def line(self):
        """The statement's part of the line in front of the cursor."""
        return self.before.rpartition('\n')[2].rpartition(';')[2].lstrip()

    def _opening(self, closing):
        depth = 0
        for at in range(closing, -1, -1):
            if self.blank[at] in ')]}':
                depth += 1
            elif self.blank[at] in '([{':
                depth -= 1
                if depth == 0:
                    return at
        return None

    def _scan(self):
        text, at, pieces = self.before, 0, []
        while at < len(text):
            character = text[at]
            if character == '#':
                end = text.find('\n', at)
                self.in_comment = end < 0
                end = len(text) if end < 0 else end
                pieces.append(' ' * (end - at))
            elif character in '"\'':
                quote = character * 3 if text.startswith(character * 3, at) else character
                end = self._string_end(at + len(quote), quote)
                if end is None:
                    self.quote, self.string_start = quote, at + len(quote)
                    return ''.join(pieces)
                pieces.append(character + '_' * (end - at - 2) + character)
            else:
                end = at + 1
                pieces.append(character)
            at = end
        return ''.join(pieces)

    def _string_end(self, at, quote):
        while at < len(self.before):
            if self.before[at] == '\\':
                at += 2
            elif self.before.startswith(quote, at):
                return at + len(quote)
            elif self.before[at] == '\n' and len(quote) == 1:
                return at  # Never closed: the next line is code again.
            else:
                at += 1
        return None
