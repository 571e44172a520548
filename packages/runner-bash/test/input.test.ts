import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createBashRunner(), { examined: false });

/** Runs the cell with these lines to be read; gives what it printed, and the prompts of its requests. */
async function answered(code: string, lines: readonly string[], mode: 'standard' | 'strict') {
  await using session = await fixture.session({ sandbox_mode: mode });
  const left = [...lines];
  const prompts: string[] = [];
  const { output, error } = await session.execute(code, {
    onInput({ prompt, password }) {
      prompts.push(password ? `${prompt}*` : prompt);
      return left.shift() ?? null;
    },
  });
  expect(error).toBe('');
  return { output, prompts };
}

describe('input (R-EXE-09)', () => {
  it.each([
    ['read -p "Name? " a b; echo "$a|$b"', ['one two  three '], 'one|two  three\n', 'Name? '],
    ['read -rsp "Word: "; echo "[$REPLY]"', [' se\\cret '], '[ se\\cret ]\n', 'Word: *'],
    ['IFS=: read -ra a; echo "${#a[@]}:${a[1]}"', ['1:2 3:4'], '3:2 3\n', ''],
    ['while read -r l; do echo "<$l>"; done', ['a', '', 'é€'], '<a>\n<>\n<é€>\n', ',,,'],
    ['read -n1 a; read -N 2 b; read c; echo "$a $b $c"', ['äbcdef'], 'ä bc def\n', ''],
    ['read x; echo "$x"', ['con\\', 'tinued'], 'continued\n', ','],
    ['read -d ";" x; echo "$x"', ['a', 'b;c'], 'a\nb\n', ','],
    ['read -N 4 x; echo "${x@Q}"', ['ab', 'cd'], "$'ab\\nc'\n", ','],
    ['mapfile -t m; echo "${#m[@]} ${m[1]}"', ['a', 'b c'], '2 b c\n', ',,'],
    ['readarray -s 1 -n 1 m; echo "${m[@]@Q}"', ['a', 'b', 'c'], "$'b\\n'\n", ','],
    ['f() { local v; read v; echo "$v"; }; f; echo "[$v]"', ['x'], 'x\n[]\n', ''],
    ['read x <<<here; read y < /dev/null; echo "$x$y"', ['no'], 'here\n', null],
    ['read -u 7 x 7<<<seven; echo "$x"', ['no'], 'seven\n', null],
  ])('%j', async (code, lines, output, prompts) => {
    for (const mode of ['standard', 'strict'] as const) {
      expect(await answered(code, lines, mode)).toEqual({
        output,
        prompts: prompts === null ? [] : prompts.split(','),
      });
    }
  });

  it.each([
    ['x=$(read y; echo "got $y"); echo "$x"', ['sub'], 'got sub\n', 1],
    ['echo piped | { read x; echo "$x"; }', ['no'], 'piped\n', 0],
    ['cat; head -n1; bash -c "read x"; echo "$?"', ['no'], '1\n', 0],
    ['read -n1 x; cat', ['xyz'], 'yz\n', 1],
  ])('with processes: %j', async (code, lines, output, requests) => {
    const { prompts, ...rest } = await answered(code, lines, 'standard');
    expect({ ...rest, requests: prompts.length }).toEqual({ output, requests });
  });

  it('is waited for no longer than `read -t` says', async () => {
    await using session = await fixture.session();
    let asked = '';
    session.subscribe({
      inputRequest({ request_id }) {
        asked = request_id;
        return true;
      },
    });
    const late = await session.execute('x=old; read -t 0.2 x; echo "$(($? > 128)) [$x]"', {
      allow_stdin: true,
    });
    expect(late).toMatchObject({ output: '1 []\n', state: { outcome: 'kept' } });
    expect(() => session.reply({ request_id: asked, text: 'late' })).toThrow('request_id');
    const onInput = (): string => 'in time';
    expect(await session.execute('read -t 20 x; echo "$x"', { onInput })).toMatchObject({
      output: 'in time\n',
    });
  });

  it('that a cell leaves is not for the next', async () => {
    await using session = await fixture.session();
    await session.execute('read -n1 x', { onInput: () => 'abc' });
    expect(await session.execute('cat; read x; echo "[$x]"')).toMatchObject({ output: '[]\n' });
  });

  it('is given up by an interrupt, with the options of the cell and its functions left', async () => {
    await using session = await fixture.session();
    await session.execute('set -eu; f() { while read x; do :; done; echo no; }');
    const interrupted = session.execute('f; echo no', {
      onInput: () => {
        session.interrupt();
        return new Promise(() => undefined);
      },
    });
    expect(await interrupted).toMatchObject({
      status: 'interrupted',
      output: '',
      state: { outcome: 'kept' },
    });
    const next = await session.execute('echo $-; read x || echo end', { onInput: () => null });
    expect(next.output).toMatch(/^\w*e\w*u\w*\nend\n$/);
  });

  it('ends the cell under `set -e`, and comes to the shell that goes on', async () => {
    await using session = await fixture.session();
    const failed = await session.execute('set -e; read x; echo no');
    expect(failed).toMatchObject({ status: 'exited', exit_code: 1, output: '' });
    const next = await session.execute('set +e; read x; echo "$x"', { onInput: () => 'on' });
    expect(next).toMatchObject({ output: 'on\n', error: '' });
  });

  it('is said to be wrong by the line of the cell', async () => {
    await using session = await fixture.session();
    const { error } = await session.execute('\n\nread -q\nread 1x', { onInput: () => 'y' });
    expect(error).toMatch(/^bash: line 3: read: -q: .*\nread: usage.*\nbash: line 4: read: `1x'/);
  });
});
