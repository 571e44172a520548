"""What an interpreter and its supervisor say to each other, a JSON array or object a line."""

from os import WIFEXITED, WEXITSTATUS, WTERMSIG, read, write

from repltool_driver.channel import nullable, parse

READ_SIZE = 4096


class Ending:
    """How an interpreter ended and why the next goes on in its place."""

    def __init__(self, exit_code=None, signal=None, request=None):
        self.exit_code = exit_code
        self.signal = signal
        # Id of the undo or reset that asked for it.
        self.request = request

    @classmethod
    def of(cls, status, request):
        if WIFEXITED(status):
            return cls(exit_code=WEXITSTATUS(status), request=request)
        return cls(signal=WTERMSIG(status), request=request)

    def to_line(self, successor):
        return f'[{successor},{nullable(self.exit_code)},{nullable(self.signal)},{nullable(self.request)}]\n'


class LineReader:
    def __init__(self, fd):
        self._fd = fd
        self._rest = b''

    def next(self):
        """The next message; None at the end of the pipe."""
        while b'\n' not in self._rest:
            data = read(self._fd, READ_SIZE)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b'\n')
        return parse(line.decode(), 0)[0]

    def waiting(self):
        """The messages that are there already."""
        messages = []
        try:
            while (message := self.next()) is not None:
                messages.append(message)
        except BlockingIOError:
            pass
        return messages


def say(fd, text):
    """Lines are short enough for the pipe to take them whole."""
    write(fd, text.encode())
