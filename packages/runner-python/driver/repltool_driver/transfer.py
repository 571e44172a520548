"""The state of a session as text, and back: names of the cells, directory, environment and import path.

The text is a line of JSON that says what is where, and pickles in base64, one for each name. They share what they refer
to: a thing of two names is one thing again. A name that cannot be kept does not take others with it.
"""

import os
import sys
from binascii import a2b_base64, b2a_base64
from io import BytesIO
from pickletools import genops
from struct import pack

from repltool_driver.channel import parse, quote
from repltool_driver.mime import to_json
from repltool_driver.remaking import REMAKERS, Remaking, StatePickler, StateUnpickler
from repltool_driver.text import shorten, well_formed

FORMAT = 'repltool-python-1'
PART_CHARS = 1024 * 1024
MAX_BYTES = 47 * 1024 * 1024
MAX_LOST = 1000
MAX_NAME_CHARS = 256


class Transfer:
    def __init__(self, cells, channel, run, surroundings):
        """`surroundings` are the environment and the import path at the session's start."""
        self._cells = cells
        self._channel = channel
        self._run = run
        self._environment, self._path = surroundings
        self._parts = []

    def dump(self, frame):
        request = quote(frame['id'])
        dump = Dump(self._cells.globals, self._cells.future_flags)
        self._run(lambda: dump.run(self._cells.defined_names()))
        if not dump.complete:
            return self._refuse(request)
        header = {
            'format': FORMAT,
            'future_flags': self._cells.future_flags,
            'sizes': [[name, len(data)] for name, data in dump.pickles],
            **self._surroundings(),
        }
        body = b''.join([data for _, data in dump.pickles])
        text = f'{to_json(header)}\n{b2a_base64(body, newline=False).decode()}'
        for start in range(0, len(text), PART_CHARS):
            data = quote(text[start : start + PART_CHARS])
            self._channel.send(f'{{"type":"dump-part","id":{request},"data":{data}}}')
        return self._answer('dumped', request, dump.lost)

    def load_part(self, frame):
        self._parts.append(frame['data'])

    def load(self, frame):
        request = quote(frame['id'])
        text, self._parts = ''.join(self._parts), []
        head, _, body = text.partition('\n')
        try:
            header = parse(head, 0)[0]
            if header['format'] != FORMAT:
                raise ValueError
            sizes = [(name, int(size)) for name, size in header['sizes']]
            load = Load(self._cells.globals, sizes, a2b_base64(body))
        except (ValueError, KeyError, TypeError, StopIteration):
            return self._refuse(request)
        self._cells.future_flags = header['future_flags']
        self._surround(header, load)
        self._run(load.run)
        return self._answer('loaded', request, load.lost())

    def _surroundings(self):
        environment = dict(os.environ)
        try:
            directory = os.getcwd()
        except OSError:
            directory = None
        return {
            'directory': directory,
            'environment': [
                [name, value] for name, value in environment.items() if self._environment.get(name) != value
            ],
            'unset': [name for name in self._environment if name not in environment],
            'path': [entry for entry in sys.path if isinstance(entry, str)] if sys.path != self._path else None,
        }

    def _surround(self, header, load):
        try:
            if header['directory'] is not None:
                os.chdir(header['directory'])
        except OSError:
            load.lose('the current directory')
        os.environ.update(dict(header['environment']))
        for name in header['unset']:
            os.environ.pop(name, None)
        if header['path'] is not None:
            sys.path[:] = header['path']

    def _answer(self, kind, request, lost):
        names = ','.join([quote(shorten(well_formed(name), MAX_NAME_CHARS)) for name in lost[:MAX_LOST]])
        self._channel.send(f'{{"type":"{kind}","id":{request},"lost_names":[{names}]}}')

    def _refuse(self, request):
        self._channel.send(f'{{"type":"refused","id":{request}}}')


class Dump:
    def __init__(self, values, flags):
        self._values = values
        self._flags = flags
        self.pickles = []
        self.lost = []
        self.complete = False

    def run(self, names):
        with Remaking():
            if self._try(names):
                self._drop_large(names)
            else:
                # All over again: what a failed pickle has seen, those after it may refer to.
                kept = [name for name in names if self._alone(name) is not None]
                self.lost = [name for name in names if name not in kept]
                self._try(kept)
                self._drop_large(kept)
        self.complete = True

    def _try(self, names):
        file = BytesIO()
        pickler = StatePickler(file, self._values, self._flags)
        # First what many refer to, so that it is not lost with the first of them.
        pickler.dump(tuple(REMAKERS.values()))
        self.pickles = [('', file.getvalue())]
        for name in names:
            start = file.tell()
            try:
                pickler.dump(self._values[name])
            except (Exception, SystemExit):
                return False
            self.pickles.append((name, bytes(file.getbuffer()[start:])))
        return True

    def _drop_large(self, names):
        """Leaves out the largest names when all are too much."""
        if sum([len(data) for _, data in self.pickles]) <= MAX_BYTES:
            return
        sizes = sorted([(len(self._alone(name) or b''), name) for name in names])
        room = MAX_BYTES
        kept = set()
        for size, name in sizes:
            room -= size
            if room >= 0:
                kept.add(name)
        self.lost += [name for name in names if name not in kept]
        self._try([name for name in names if name in kept])

    def _alone(self, name):
        file = BytesIO()
        try:
            StatePickler(file, self._values, self._flags).dump(self._values[name])
        except (Exception, SystemExit):
            return None
        return file.getvalue()


class Load:
    def __init__(self, values, sizes, data):
        self._values = values
        self._sizes = sizes
        self._data = data
        self._loaded = {}
        self._also_lost = []

    def run(self):
        start = 0
        unpickler = self._unpickler(start, {})
        with Remaking():
            for index, (name, size) in enumerate(self._sizes):
                start += size
                try:
                    self._loaded[name] = unpickler.load()
                except (Exception, SystemExit):
                    unpickler = self._unpickler(start, self._memo_after(index, unpickler.memo.copy()))
        defined = {name: self._loaded[name] for name, _ in self._sizes if name in self._loaded and name}
        for name in defined:
            self._values.pop(name, None)
        self._values.update(defined)

    def _unpickler(self, start, memo):
        file = BytesIO(memo_pickle(memo) + self._data[start:])
        unpickler = StateUnpickler(file, list(memo.values()))
        unpickler.load()
        return unpickler

    def _memo_after(self, index, memo):
        """A memo as long as if the name at `index` had been loaded, without what that would have put there."""
        counts = []
        start = 0
        for _, size in self._sizes:
            pickle = self._data[start : start + size]
            counts.append(sum(1 for opcode, _, _ in genops(pickle) if opcode.name == 'MEMOIZE'))
            start += size
        missing = sum(counts[: index + 1]) - len(memo)
        free = sum(counts) + len(memo)
        memo.update((free + number, None) for number in range(missing))
        return memo

    def lose(self, what):
        self._also_lost.append(what)

    def lost(self):
        return [name for name, _ in self._sizes if name not in self._loaded] + self._also_lost


def memo_pickle(memo):
    """A pickle that fills a memo with what `persistent_load` gives. Unpickler.memo cannot be set to any good."""
    puts = [
        b'J' + pack('<i', number) + b'Qr' + pack('<I', index) + b'0' for number, index in enumerate(memo)
    ]
    return b'\x80\x05' + b''.join(puts) + b'N.'
