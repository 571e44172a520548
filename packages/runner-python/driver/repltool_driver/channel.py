"""The frames: one JSON object a line, down on one descriptor and up on another."""

from json.decoder import JSONDecoder
from json.encoder import encode_basestring_ascii
from os import close, read, write

from repltool_driver.descriptors import reserve

READ_SIZE = 65536

# Bound C functions: they do not look anything up in `json`, which user code may patch.
parse = JSONDecoder().scan_once
quote = encode_basestring_ascii


class Channel:
    """The driver's end of the protocol. It survives user code that closes or writes to low descriptors."""

    def __init__(self, receive_fd, send_fd):
        self._receive_fd = reserve(receive_fd)
        self._send_fd = reserve(send_fd)
        close(receive_fd)
        close(send_fd)
        self._rest = b''

    def receive(self):
        """The next frame as a dict; None when the host has closed the channel."""
        head, newline, rest = self._rest.partition(b'\n')
        chunks = [head]
        while not newline:
            data = read(self._receive_fd, READ_SIZE)
            if not data:
                return None
            head, newline, rest = data.partition(b'\n')
            chunks.append(head)
        self._rest = rest
        return parse(b''.join(chunks).decode(), 0)[0]

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
