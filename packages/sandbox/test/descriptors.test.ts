import { expect, test } from 'vitest';
import { text } from 'node:stream/consumers';
import { createFixture, json } from './fixture.ts';
import { finish, pythonSpec, shellSpec } from './specs.ts';
import { MODES, STANDARD } from './modes.ts';

const fixture = createFixture();

test.each(MODES)(
  'descriptors 0 to 4 and no other reach the program in $mode mode',
  async (rules) => {
    const code = `
import json, os, stat
fds = sorted(int(name) for name in os.listdir('/proc/self/fd'))
kinds = []
for fd in fds:
    try: kinds.append([fd, 'fifo' if stat.S_ISFIFO(os.fstat(fd).st_mode) else 'socket' if stat.S_ISSOCK(os.fstat(fd).st_mode) else 'other'])
    except OSError: pass  # the directory just listed
print(json.dumps(kinds))`;
    expect(json(await fixture.python(rules, code))).toEqual([
      [0, 'fifo'],
      [1, 'fifo'],
      [2, 'fifo'],
      [3, 'fifo'],
      [4, 'fifo'],
    ]);
  },
);

test('the standard streams can be opened by their names in /dev', async () => {
  const outcome = await fixture.shell(
    STANDARD,
    'echo out > /dev/stdout; echo err > /dev/stderr; echo again >> /proc/self/fd/1; cat < /dev/stdin',
  );
  expect(outcome).toMatchObject({ stdout: 'out\nagain\n', stderr: 'err\n', exit: { code: 0 } });
});

test('standard input is at its end until it is written, and again after', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(
    pythonSpec(`
import sys
print(repr(sys.stdin.buffer.read()), flush=True)
sys.stdin.buffer.raw.read  # the end is not final on a pipe
import os
data = b''
while not data: data = os.read(0, 100)
print(repr(data + os.read(0, 100)), flush=True)`),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  started.stdin.end('hello');
  expect(await text(started.stdout)).toBe("b'hello'\n");
});

test('output ends when its last writer is gone, not before', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(shellSpec('echo first; exec 1>&- 2>&-; read -r line <&3'));
  await new Promise((resolve) => started.stdout.once('data', resolve));
  started.toDriver.write('go\n');
  expect((await finish(started)).exit).toEqual({ code: 0, signal: null });
});

test('the driver descriptors carry bytes both ways', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(
    shellSpec('while read -r line <&3; do echo "got $line" >&4; done'),
  );
  started.toDriver.end('one\ntwo\n');
  expect(await text(started.fromDriver)).toBe('got one\ngot two\n');
});
