"""The frames: one JSON object a line, down on one descriptor and up on another."""

from _json import encode_basestring_ascii, make_scanner
from _thread import allocate_lock
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
    """The driver's end of the protocol. It survives user code that closes or writes to low descriptors.

    Within a cell, a signal handler may raise anywhere. What is read or written is therefore taken note of in the same call
    into C that reads or writes it.
    """

    def __init__(self, receive_fd, send_fd):
        self.receive_fd = reserve(receive_fd)
        self._send_fd = reserve(send_fd)
        close(receive_fd)
        close(send_fd)
        self.closed = False
        # Read and not yet taken; only the last has line breaks while there is more than one.
        self._chunks = []
        # Frames that came while a cell waited for another.
        self._aside = []
        # Frames not yet on their way, each with how much of it is written.
        self._unsent = []
        self._sending = allocate_lock()
        self._poll = poll()
        self._poll.register(self.receive_fd, POLLIN)

    def waits(self, milliseconds):
        """Whether a frame comes within that time."""
        return bool(self._aside or self._chunks) or bool(self._poll.poll(milliseconds))

    def wake_in_copy(self):
        """Leaves behind what belongs to threads that a copy does not have."""
        self._sending = allocate_lock()
        self._unsent.clear()

    def forget(self):
        """Drops what was read ahead, in a process that another has gone on from."""
        self._chunks.clear()
        self._aside.clear()

    def receive(self):
        """The next frame as a dict; None when the host has closed the channel."""
        if self._aside:
            return self._aside.pop(0)
        while (frame := self.take()) is None:
            if not self.read():
                return None
        return frame

    def read(self):
        """Reads what there is, or waits for it. False at the end of the channel."""
        self._chunks.extend(map(read, (self.receive_fd,), (READ_SIZE,)))
        if self._chunks[-1]:
            return True
        del self._chunks[-1]
        return False

    def take(self):
        """The next frame that has been read whole; None when there is none."""
        while self._chunks and b'\n' in self._chunks[-1]:
            line, _, rest = b''.join(self._chunks).partition(b'\n')
            self._chunks[:] = (rest,) if rest else ()
            try:
                frame = parse(line.decode(), 0)[0]
            except (ValueError, StopIteration):
                continue  # The rest of a frame whose beginning an earlier interpreter took with it.
            if type(frame) is dict and 'type' in frame:
                return frame
        return None

    def set_aside(self, frame):
        """Keeps a frame for the next `receive`."""
        self._aside.append(frame)

    def rehearse(self):
        """Reads a frame that nobody has sent."""
        self._chunks.insert(0, b'{"type":"","id":"","boundary":"","code":""}\n')
        self._chunks[:] = (b''.join(self._chunks),)
        self.take()

    def send(self, frame):
        """Sends a frame given as JSON text without line breaks and lone surrogates."""
        if self.closed:
            return
        self._unsent.append((frame.encode() + b'\n', []))
        with self._sending:
            while self._unsent:
                data, written = self._unsent[0]
                count = sum(written)
                if count < len(data):
                    written.extend(map(write, (self._send_fd,), (data[count:] if count else data,)))
                else:
                    del self._unsent[0]

    def log(self, message):
        """Leaves a line in the server's log."""
        self.send(f'{{"type":"log","message":{quote(message)}}}')

    def close(self):
        """Gives the channel up, in a process forked from the interpreter."""
        self.closed = True
        for fd in (self.receive_fd, self._send_fd):
            try:
                close(fd)
            except OSError:
                pass
