"""sys.stdin, sys.stdout and sys.stderr of the cells, on the real descriptors 0, 1 and 2."""

import sys
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from os import close, dup2, fstat, register_at_fork, set_blocking, write
from time import monotonic

from repltool_driver.descriptors import reserve
from repltool_driver.forks import own_fork
from repltool_driver.native import NativeOutput

BUFFER_SIZE = 65536
# Seconds after which a part of a line is shown when more of it is written.
LAG = 0.02
NAMES = ('<stdin>', '<stdout>', '<stderr>')

write_text = TextIOWrapper.write
flush_text = TextIOWrapper.flush


class OutputStream(TextIOWrapper):
    """A text stream that shows whole lines at once, like that of a terminal, and growing lines as they grow.

    print() writes a line and its end apart, which must not come apart; a million tiny writes must not cost a million
    system calls.
    """

    _held_since = 0.0

    def write(self, text):
        count = write_text(self, text)
        if '\n' in text:
            self._held_since = 0.0
        elif not self._held_since:
            self._held_since = monotonic()
        elif monotonic() - self._held_since >= LAG:
            flush_text(self)
            self._held_since = monotonic()
        return count


def open_output(fd):
    raw = FileIO(fd, 'wb', closefd=False)
    raw.name = NAMES[fd]
    stream = OutputStream(
        BufferedWriter(raw, BUFFER_SIZE),
        encoding='utf-8',
        errors='backslashreplace',
        newline='\n',
        line_buffering=True,
    )
    stream.mode = 'w'
    return stream


class InputFile(FileIO):
    """Descriptor 0, for which the client is asked as long as it is the session's own."""

    def __init__(self, is_own, ask):
        super().__init__(0, 'rb', closefd=False)
        self.name = NAMES[0]
        self._is_own = is_own
        self._ask = ask
        self._rest = b''

    def readinto(self, buffer):
        if not self._is_own():
            return super().readinto(buffer)
        data = self._rest or self._line()
        count = min(len(data), len(buffer))
        buffer[:count] = data[:count]
        self._rest = data[count:]
        return count

    def readall(self):
        if not self._is_own():
            return super().readall()
        pieces = [self._rest]
        self._rest = b''
        while line := self._line():
            pieces.append(line)
        return b''.join(pieces)

    def read(self, size=-1):
        if size is None or size < 0:
            return self.readall()
        buffer = bytearray(size)
        return bytes(buffer[: self.readinto(memoryview(buffer))])

    def _line(self):
        return (self._ask() or '').encode('utf-8', 'surrogateescape')


def open_input(is_own, ask):
    raw = InputFile(is_own, ask)
    stream = TextIOWrapper(BufferedReader(raw), encoding='utf-8', errors='surrogateescape')
    stream.mode = 'r'
    return stream


def usable(stream):
    try:
        return not stream.closed
    except ValueError:  # detached
        return False


def identity(fd):
    """What file a descriptor stands for; None when it is closed."""
    try:
        status = fstat(fd)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def write_all(fd, data):
    try:
        write(fd, data)
    except BlockingIOError:
        # User code made the pipe non-blocking; the flag belongs to every duplicate of it.
        set_blocking(fd, True)
        write(fd, data)
    except OSError:
        pass  # The host is gone.


class Streams:
    """The three streams, kept in order for each cell whatever the one before did to them."""

    def __init__(self, ask):
        """`ask` gives a line of input, or None at its end."""
        self._ask = ask
        self._kept = [reserve(fd) for fd in (0, 1, 2)]
        self._identities = [identity(fd) for fd in (0, 1, 2)]
        self._stdin = open_input(self.input_is_own, ask)
        self._stdout = open_output(1)
        self._stderr = open_output(2)
        self._native = NativeOutput()
        self._install()
        register_at_fork(before=self.flush)
        own_fork.in_children_of_cells(self._close_kept)

    def begin(self, boundary):
        """Marks the start of a cell's output."""
        self.flush()
        self._mark(f'\x1e{boundary}[\x1e')

    def end(self, boundary):
        """Marks its end."""
        self.flush()
        self._mark(f'\x1e{boundary}]\x1e')

    def restore(self):
        """Puts back what user code has closed, replaced or redirected."""
        for fd in (0, 1, 2):
            if identity(fd) != self._identities[fd]:
                dup2(self._kept[fd], fd)
        # Before the check, since the end of a wrapper closes what it wraps.
        self._install()
        if not usable(self._stdin):
            self._stdin = open_input(self.input_is_own, self._ask)
        if not usable(self._stdout):
            self._stdout = open_output(1)
        if not usable(self._stderr):
            self._stderr = open_output(2)
        self._install()

    def input_is_own(self):
        """Whether descriptor 0 is what it was at the start."""
        return identity(0) == self._identities[0]

    def flush(self):
        """Writes out what is buffered in this process; never raises."""
        self._native.flush()
        for fd, stream in ((1, self._stdout), (2, self._stderr)):
            try:
                flush_text(stream)
            except BlockingIOError:
                set_blocking(fd, True)
                flush_text(stream)
            except (OSError, ValueError):
                pass  # Closed by user code, or the host is gone.

    def flush_replacements(self):
        """Flushes streams that user code has put in place of these; runs user code, which may raise anything."""
        for stream in (sys.stdout, sys.stderr):
            if stream is not self._stdout and stream is not self._stderr:
                flush = getattr(stream, 'flush', None)
                if flush is not None:
                    flush()

    def _close_kept(self):
        for fd in self._kept:
            try:
                close(fd)
            except OSError:
                pass

    def _mark(self, mark):
        data = mark.encode()
        write_all(self._kept[1], data)
        write_all(self._kept[2], data)

    def _install(self):
        sys.stdin = sys.__stdin__ = self._stdin
        sys.stdout = sys.__stdout__ = self._stdout
        sys.stderr = sys.__stderr__ = self._stderr
