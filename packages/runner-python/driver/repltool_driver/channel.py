"""The frames: one JSON object a line, down on one descriptor and up on another."""

from _json import encode_basestring_ascii, make_scanner
from os import close, read, write
from select import POLLIN, poll

from repltool_driver.descriptors import reserve

READ_SIZE = 65536


class ScannerOptions:
    """What `json.JSONDecoder` would pass on."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


# Functions written in C, which do not look anything up in `json`: user code may patch that.
parse = make_scanner(ScannerOptions)
quote = encode_basestring_ascii


def nullable(value):
    """The JSON text of a string, a number or None."""
    if value is None:
        return 'null'
    return quote(value) if type(value) is str else str(value)


class Channel:
    """The driver's end of the protocol. It survives user code that closes or writes to low descriptors."""

    def __init__(self, receive_fd, send_fd):
        self._receive_fd = reserve(receive_fd)
        self._send_fd = reserve(send_fd)
        close(receive_fd)
        close(send_fd)
        self._rest = b''
        self._poll = poll()
        self._poll.register(self._receive_fd, POLLIN)

    def waits(self, milliseconds):
        """Whether a frame comes within that time."""
        return bool(self._rest) or bool(self._poll.poll(milliseconds))

    def forget(self):
        """Drops what was read ahead, in a process that another has gone on from."""
        self._rest = b''

    def receive(self):
        """The next frame as a dict; None when the host has closed the channel."""
        while (line := self._line()) is not None:
            try:
                frame = parse(line.decode(), 0)[0]
            except (ValueError, StopIteration):
                continue  # The rest of a frame whose beginning an earlier interpreter took with it.
            if type(frame) is dict and 'type' in frame:
                return frame
        return None

    def rehearse(self):
        """Reads a frame that nobody has sent."""
        self._rest = b'{"type":"","id":"","boundary":"","code":""}\n' + self._rest
        self.receive()

    def _line(self):
        head, newline, rest = self._rest.partition(b'\n')
        chunks = [head]
        while not newline:
            data = read(self._receive_fd, READ_SIZE)
            if not data:
                return None
            head, newline, rest = data.partition(b'\n')
            chunks.append(head)
        self._rest = rest
        return b''.join(chunks)

    def send(self, frame):
        """Sends a frame given as JSON text of ASCII characters."""
        data = frame.encode() + b'\n'
        sent = write(self._send_fd, data)
        while sent < len(data):
            data = data[sent:]
            sent = write(self._send_fd, data)

    def log(self, message):
        """Leaves a line in the server's log."""
        self.send(f'{{"type":"log","message":{quote(message)}}}')

    def close(self):
        """Gives the channel up, in a process forked from the interpreter."""
        for fd in (self._receive_fd, self._send_fd):
            try:
                close(fd)
            except OSError:
                pass
