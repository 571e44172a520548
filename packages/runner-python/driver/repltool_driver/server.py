"""The main loop: frames in, cells run, frames out."""

import atexit
import os
import sys
import time
from os import _exit, getpid

from repltool_driver import interrupts, process_tree
from repltool_driver.cells import Cells, print_safely
from repltool_driver.channel import Channel, parse, quote
from repltool_driver.displays import Displays
from repltool_driver.forks import own_fork
from repltool_driver.import_hooks import ImportHooks
from repltool_driver.input_requests import InputRequests
from repltool_driver.outcome import interrupted
from repltool_driver.streams import Streams
from repltool_driver.succession import Succession
from repltool_driver.user_input import UserInput

PROTOCOL = 1
LOWEST_RECURSION_LIMIT = 300
USUAL_RECURSION_LIMIT = 1000
# Events before which other processes may write to the same descriptors.
SPAWN_EVENTS = frozenset({'subprocess.Popen', 'os.system', 'os.posix_spawn', 'os.exec'})

run_exit_handlers = atexit._run_exitfuncs
getrecursionlimit = sys.getrecursionlimit
setrecursionlimit = sys.setrecursionlimit


class Server:
    """Serves one host until it says `shutdown` or closes the channel."""

    def __init__(self, import_later, strict_rules):
        self._channel = Channel(3, 4)
        self._input_requests = InputRequests(self._channel)
        user_input = UserInput(self._input_requests)
        self._streams = Streams(user_input.ask)
        self._displays = Displays(self._channel, self._streams, import_later)
        self._cells = Cells(self._displays)
        hooks = ImportHooks()
        user_input.offer()
        self._displays.offer(hooks)
        hooks.after('getpass', lambda module: user_input.amend_getpass(module, self._streams.input_is_own))
        self._succession = Succession(
            self._channel, self._cells, import_later, self._rehearse
        )
        self._strict_rules = strict_rules
        self._strict = import_later('strict') if strict_rules else None
        self._pid = getpid()
        self._last_id = None
        self._handlers = {
            'hello': self._hello,
            'execute': self._execute,
            'undo': self._succession.undo,
            'reset': self._succession.reset,
            'complete': self._answer,
            'inspect': self._answer,
            'variables': self._answer,
            'dump': self._transfer,
            'load-part': self._transfer,
            'load': self._transfer,
        }
        self._import_later = import_later
        self._questions = None
        self._state_transfer = None
        self._surroundings = None
        interrupts.disarm()
        own_fork.in_children_of_cells(self._channel.close)
        sys.addaudithook(self._before_spawn)

    def serve(self):
        name = quote(sys.implementation.name)
        version = quote('.'.join(map(str, sys.version_info[:3])))
        self._channel.send(
            f'{{"type":"ready","protocol":{PROTOCOL},"runtime":{{"name":{name},"version":{version}}}}}'
        )
        while True:
            while self._succession.settle(self._last_id):
                self._pid = getpid()
            frame = self._channel.receive()
            if frame is None or frame['type'] == 'shutdown':
                return
            handler = self._handlers.get(frame['type'])
            if handler is not None:
                handler(frame)

    def finish(self):
        """What a script does at its end, without waiting for its threads."""
        try:
            interrupts.arm()
            self._cells.event_loop.close()
            run_exit_handlers()
        except BaseException:
            pass
        self._streams.flush()
        self._succession.finish()

    def _hello(self, frame):
        os.environ.update(frame['environment'])
        time.tzset()
        try:
            os.makedirs(frame['cwd'], exist_ok=True)
            os.chdir(frame['cwd'])
        except OSError as error:
            self._channel.log(f'cannot change to the working directory: {error}')
        if frame['mode'] == 'strict':
            # Before there are copies of this process, so that every one of them has the fence.
            if self._strict is None:
                raise RuntimeError('the driver was not told what strict mode allows')
            self._strict.StrictMode(self._strict_rules, self._cells)
        self._surroundings = dict(os.environ), list(sys.path)
        if 'checkpoints' in frame:
            self._succession.begin(frame['checkpoints'])
            self._pid = getpid()

    def _execute(self, frame):
        cell_id = frame['id']
        if cell_id == self._last_id:
            return  # Sent again by a host that could not know whether an interpreter before this one had read it.
        self._last_id = cell_id
        interrupts.expect()
        self._input_requests.begin()
        begun = process_tree.now()
        self._streams.begin(frame['boundary'])
        outcome = interrupts.run_interruptible(self._run, frame['code']) or interrupted()
        if getpid() != self._pid:
            self._end_forked_child(outcome)
        self._input_requests.end()
        if outcome.status == 'interrupted':
            process_tree.kill_younger(begun)
        if getrecursionlimit() < LOWEST_RECURSION_LIMIT:
            setrecursionlimit(USUAL_RECURSION_LIMIT)
        self._streams.end(frame['boundary'])
        self._channel.send(outcome.to_frame(cell_id))
        # The host need not wait for what only the next cell needs.
        self._streams.restore()
        self._cells.restore()
        interrupts.unblock()
        self._succession.changed()

    def _run(self, source):
        outcome = self._cells.run(source)
        self._displays.end_cell(outcome.status)
        try:
            self._streams.flush_replacements()
        except (Exception, SystemExit):
            pass
        return outcome

    def _answer(self, frame):
        interrupts.expect()
        if self._questions is None:
            load = self._import_later('questions').Questions
            self._questions = load(self._cells, self._run_question)
        self._channel.send(getattr(self._questions, frame['type'])(frame))

    def _transfer(self, frame):
        interrupts.expect()
        if self._cells.members is not None:
            # A state made elsewhere would lead around the fence.
            if frame['type'] != 'load-part':
                self._channel.send(f'{{"type":"refused","id":{quote(frame["id"])}}}')
            return
        if self._state_transfer is None:
            load = self._import_later('transfer').Transfer
            self._state_transfer = load(self._cells, self._channel, self._run_question, self._surroundings)
        getattr(self._state_transfer, frame['type'].replace('-', '_'))(frame)
        if frame['type'] == 'load':
            self._last_id = frame['id']
            self._succession.changed(at_once=True)

    @staticmethod
    def _run_question(work):
        """Runs what answers a question, which may run user code and be interrupted."""

        def run():
            try:
                work()
            except KeyboardInterrupt:
                raise
            except BaseException:
                pass

        interrupts.run_interruptible(run)

    def _rehearse(self):
        """Does what every cell needs, to no effect: what is written to now, the kernel need not copy in the next cell."""
        interrupts.run_interruptible(self._cells.rehearse)
        self._channel.rehearse()
        self._streams.flush()
        self._streams.restore()
        self._cells.restore()

    def _end_forked_child(self, outcome):
        """A process that a cell forked has come to the end of the cell: it ends like a script of its own."""
        if outcome.error is not None:
            print_safely('\n'.join(outcome.error[2]))
        self._streams.flush()
        _exit(outcome.exit_code)

    def _before_spawn(self, event, arguments):
        if event in SPAWN_EVENTS:
            self._streams.flush()


def main(import_later, arguments):
    """Runs the driver. `import_later` imports a module of its by name, at any time before the first cell.

    The one argument there may be is JSON: what strict mode allows, for an interpreter that is to serve in it.
    """
    server = Server(import_later, parse(arguments[0], 0)[0] if arguments else None)
    server.serve()
    server.finish()
    _exit(0)
