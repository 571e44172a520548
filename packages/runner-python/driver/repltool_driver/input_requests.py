"""Lines of input, which the client gives when a cell asks for them."""

from _thread import allocate_lock
from os import read, urandom, write
from select import POLLIN, poll

from repltool_driver.channel import quote
from repltool_driver.descriptors import reserve_pipe
from repltool_driver.text import shorten

MAX_PROMPT_CHARS = 65_536
READER_LEAVES_S = 1


class InputRequests:
    """Asks for as long as a cell runs; at other times, and in forks of user code, input is at its end."""

    def __init__(self, channel):
        self._channel = channel
        self._alarm = None
        self._cell = None

    def begin(self):
        """A cell begins."""
        self._cell = CellInput(self)

    def end(self):
        """It ends: threads that still wait get end of input, and leave the channel alone."""
        cell = self._cell
        self._cell = None
        cell.over = True
        if cell.waiting:
            self._alarm.ring()
            cell.wait_for_reader()
            self._alarm.silence()

    def ask(self, prompt='', password=False):
        """A line with its line break; None at the end of input. Waits, in any thread."""
        cell = self._cell
        if cell is None or self._channel.closed:
            return None
        if self._alarm is None:
            self._alarm = Alarm()
        request = Request()
        cell.waiting[request.id] = request
        try:
            self._channel.send(
                f'{{"type":"input-request","id":"{request.id}","prompt":{quote(shorten(prompt, MAX_PROMPT_CHARS))},'
                f'"password":{"true" if password else "false"}}}'
            )
            cell.wait(request)
        finally:
            cell.waiting.pop(request.id, None)
        return request.text

    def receive(self):
        """Waits for frames and gives those that answer a request; none when the alarm has been rung.

        Raises EOFError at the end of the channel.
        """
        replies = []
        if not self._readable():
            return replies
        if not self._channel.read():
            raise EOFError
        while (frame := self._channel.take()) is not None:
            if frame['type'] == 'input-reply':
                replies.append(frame)
            else:
                self._channel.set_aside(frame)
        return replies

    def _readable(self):
        watch = poll()
        watch.register(self._channel.receive_fd, POLLIN)
        watch.register(self._alarm.fd, POLLIN)
        return any(fd == self._channel.receive_fd for fd, _ in watch.poll())


class Request:
    def __init__(self):
        # Random: an interpreter that goes on from a copy must not use an id again.
        self.id = urandom(8).hex()
        self.answered = False
        self.text = None
        self._bell = allocate_lock()
        self._bell.acquire()

    def answer(self, text):
        self.text = text
        self.answered = True
        self.ring()

    def ring(self):
        """Makes its thread look again, now or when it next waits."""
        if self._bell.locked():
            self._bell.release()

    def sleep(self):
        self._bell.acquire()


class CellInput:
    """The requests of one cell. One of the threads that wait reads for all of them."""

    def __init__(self, requests):
        self.waiting = {}
        self._requests = requests
        self.over = False
        self._reading = allocate_lock()

    def wait(self, request):
        while not (request.answered or self.over):
            if not self._reading.acquire(False):
                request.sleep()
                continue
            try:
                while not (request.answered or self.over):
                    self._read()
            finally:
                self._reading.release()
                for other in list(self.waiting.values()):
                    other.ring()

    def wait_for_reader(self):
        """Returns when no thread reads any more, the alarm having been rung."""
        for request in list(self.waiting.values()):
            request.ring()
        # No longer than that: a signal handler may have raised between the lock and the reading.
        self._reading.acquire(True, READER_LEAVES_S)

    def _read(self):
        try:
            replies = self._requests.receive()
        except EOFError:
            self.over = True
            return
        for reply in replies:
            request = self.waiting.get(reply['id'])
            if request is not None:
                request.answer(reply.get('text'))


class Alarm:
    """A descriptor that is readable from `ring` to `silence`."""

    def __init__(self):
        self.fd, self._out = reserve_pipe()

    def ring(self):
        write(self._out, b'!')

    def silence(self):
        read(self.fd, 1)
