import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createPythonRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createPythonRunner());

interface Asked {
  readonly prompt: string;
  readonly password: boolean;
}

/** Runs cells in a new session, each request for input answered by the next of `lines`. */
async function answering(lines: readonly (string | null)[], ...cells: readonly string[]) {
  await using session = await fixture.session();
  const left = [...lines];
  const asked: Asked[] = [];
  const results = [];
  for (const code of cells) {
    const result = await session.execute(code, {
      onInput({ prompt, password }) {
        asked.push({ prompt, password });
        return left.shift() ?? null;
      },
    });
    results.push(result);
  }
  return { asked, results, last: results.at(-1) };
}

describe('input in Python', () => {
  it('prints the prompt of input() and sends it along', async () => {
    const { asked, last } = await answering(['Ada'], `name = input('Name? ')\nname`);
    expect(last).toMatchObject({ output: 'Name? ', result: 'Ada' });
    expect(asked).toEqual([{ prompt: 'Name? ', password: false }]);
  });

  it('takes passwords without a warning', async () => {
    const { asked, last } = await answering(['s3cret'], `import getpass\ngetpass.getpass('Key: ')`);
    expect(last).toMatchObject({ output: '', error: 'Key: \n', result: 's3cret' });
    expect(asked).toEqual([{ prompt: 'Key: ', password: true }]);
  });

  it.each([
    ['[line for line in sys.stdin]', ['a\n', 'b\n']],
    ['sys.stdin.read()', 'a\nb\n'],
    ['sys.stdin.buffer.read().decode()', 'a\nb\n'],
    ['sys.stdin.readlines()', ['a\n', 'b\n']],
    ['sys.stdin.readline() + sys.stdin.read(1)', 'a\nb'],
  ])('reads by %s', async (expression, value) => {
    const { last } = await answering(['a', 'b', null], `import sys\n${expression}`);
    expect(last).toMatchObject({ status: 'ok', result: value });
  });

  it('asks anew after an end of input', async () => {
    const code = `import sys\nfirst = sys.stdin.readline()\nfirst, input()`;
    const { last } = await answering([null, 'later'], code);
    expect(last?.result_text).toBe(`('', 'later')`);
  });

  it('raises EOFError when there is none', async () => {
    const { last } = await answering([], 'input()');
    expect(last?.exception?.name).toBe('EOFError');
  });

  it('gives each thread the answer to its own request', async () => {
    const code = `
import threading
answers = {}
def ask(name): answers[name] = input(name)
threads = [threading.Thread(target=ask, args=(name,)) for name in 'abcd']
for thread in threads: thread.start()
ask('main')
for thread in threads: thread.join()
answers`;
    await using session = await fixture.session();
    const result = await session.execute(code, {
      // The first to ask are the last to be answered.
      onInput: ({ prompt }) =>
        new Promise((resolve) => setTimeout(() => resolve(prompt), prompt === 'main' ? 50 : 200)),
    });
    const names = ['a', 'b', 'c', 'd', 'main'];
    expect(result.result).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('is at its end for threads that outlive their cell, for forks and for subprocesses', async () => {
    const { asked, last } = await answering(
      ['never given'],
      `import os, subprocess, sys, threading
read, asked = [], threading.Event()
def wait():
    asked.set()
    read.append(sys.stdin.readline())
thread = threading.Thread(target=wait)
child = os.fork()
if child == 0: os._exit(len(sys.stdin.readline()))
forked = os.waitpid(child, 0)[1]
subprocesses = [subprocess.run(['cat'], **given).returncode for given in ({}, {'stdin': sys.stdin})]`,
      `thread.start()\n_ = asked.wait()`,
      `thread.join()\nforked, subprocesses, len(read)`,
    );
    expect(last?.result_text).toBe('(0, [0, 0], 1)');
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it('leaves alone what user code has put in place of the session’s own input', async () => {
    const { asked, last } = await answering(
      ['from the client'],
      `import io, os, sys\nsys.stdin = io.StringIO('replaced\\n')\nreplaced = input()`,
      `with open('lines', 'w') as file: file.write('redirected\\n')
_ = os.dup2(os.open('lines', os.O_RDONLY), 0)
redirected = input()`,
      `replaced, redirected, input()`,
    );
    expect(last?.result_text).toBe(`('replaced', 'redirected', 'from the client')`);
    expect(asked).toHaveLength(1);
  });

  it('is stopped by an interrupt at once, with the state kept', async () => {
    await using session = await fixture.session();
    const stopped = await session.execute(`kept = 41\ninput('? ')`, {
      onInput() {
        session.interrupt();
        return new Promise(() => undefined);
      },
    });
    expect(stopped).toMatchObject({ status: 'interrupted', state: { outcome: 'kept' } });
    const next = await session.execute('kept + int(input())', { onInput: () => '1' });
    expect(next).toMatchObject({ result: 42 });
  });

  it('is asked for by the state that goes on when the interpreter has died', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await session.execute('x = 1');
    const died = await session.execute(`input()\nimport os\nos._exit(3)`, { onInput: () => '' });
    expect(died.state.outcome).toBe('restored');
    expect(await session.execute('x, input()', { onInput: () => 'y' })).toMatchObject({
      result_text: `(1, 'y')`,
    });
  });
});
