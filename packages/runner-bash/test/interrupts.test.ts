import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createBashRunner());

/** A child that is surely there once it has said so: until it is, a signal may find a copy of the shell in its place. */
const CHILD = "sh -c 'echo started >&2; exec sleep 100'";

/** Interrupts the cell once `started` has been printed. */
async function interrupted(setting: string, code: string) {
  await using session = await fixture.session();
  expect(await session.execute(`x=20; ${setting}`)).toMatchObject({ success: true });
  const result = await session.execute(`${code}\necho no`, {
    onOutput: () => session.interrupt(),
  });
  const next = await session.execute('set +o posix; echo "$x"; trap -p; echo $-');
  const again = await session.execute('echo started; while :; do :; done', {
    onOutput: () => session.interrupt(),
  });
  return { result, next, again };
}

describe('interrupts', () => {
  it.each([
    ['', 'echo started; for ((;;)) do ((1)); done'],
    ['', CHILD],
    ['', `${CHILD} | cat`],
    ['', `y=$(${CHILD})`],
    ['', '(echo started; while :; do :; done)'],
    ['', `while ${CHILD}; do :; done`],
    ['', 'sleep 100 & echo started; wait'],
    ['mkfifo f', 'echo started; read y <> f'],
    ['mkfifo f', 'echo started; echo x > f'],
    ['mkfifo f', 'echo started; mapfile y <> f'],
    ['mkfifo f; exec 7<>f', 'echo started; select y in a b; do :; done <&7 2>/dev/null'],
    [
      'f() { local a=1; while :; do for i in 1 2; do :; done; done; }; g() { f; echo no; }',
      'echo started; while true; do g; done',
    ],
    ['echo "while :; do :; done" > s', 'echo started; . ./s'],
    ['', 'echo started; eval "while :; do :; done"'],
    [
      'trap "echo dbg >/dev/null" DEBUG; trap "echo err >/dev/null" ERR; f() { while :; do :; done; }; g() { f; :; }',
      'echo started; g',
    ],
    ['set -eu', 'echo started; while :; do :; done'],
    ['trap ":" DEBUG; set -eu', 'echo started; while :; do :; done'],
    ['trap ":" DEBUG; set -eT', CHILD],
    ['set -o posix', CHILD],
    ['shopt -s extdebug', 'echo started; while :; do :; done'],
  ])('after %j: stops %j and keeps the shell', async (setting, code) => {
    const { result, next, again } = await interrupted(setting, code);
    expect(result).toMatchObject({
      status: 'interrupted',
      exit_code: 130,
      state: { outcome: 'kept' },
    });
    expect((result.output + result.error).trimEnd()).toBe('started');
    expect(next.output).toMatch(/^20\n/);
    expect(next.output).not.toContain('__repltool');
    expect(again).toMatchObject({ status: 'interrupted', state: { outcome: 'kept' } });
  });

  it('runs the INT trap of the user first', async () => {
    const { result } = await interrupted("trap 'sleep 0.1; echo mine' INT", CHILD);
    expect(result).toMatchObject({ status: 'interrupted', output: 'mine\n' });
  });

  it('keeps the options of the interrupted cell', async () => {
    await using session = await fixture.session();
    await session.execute('set -eu; set -o posix; cd /tmp');
    await session.execute(CHILD, { onOutput: () => session.interrupt() });
    const result = await session.execute('echo $-; set -o | grep -c "posix.*on"; pwd');
    expect(result.output).toMatch(/^\w*e\w*u\w*\n1\n\/tmp\n$/);
  });

  it('keeps what the cell had printed at its deadline (R-LIM-01)', async () => {
    await using session = await fixture.session();
    expect(
      await session.execute("printf 'b1 '; echo b2; sleep 60", { timeout_ms: 500 }),
    ).toMatchObject({
      status: 'timeout',
      output: 'b1 b2\n',
      state: { outcome: 'kept' },
    });
  });

  it('ends the background jobs of the cell with all they started, and no others (lm-011, R-LIM-08)', async () => {
    await using session = await fixture.session();
    await session.execute('sleep 300 & old=$!');
    const loops = `for i in 1 2 3; do (sh -c 'trap "" INT; while :; do :; done'; :) & done`;
    expect(await session.execute(`${loops}; wait`, { timeout_ms: 500 })).toMatchObject({
      status: 'timeout',
      state: { outcome: 'kept' },
    });
    const left = await session.execute(
      'kill -0 $old && echo kept; grep -l "[w]hile :" /proc/*/cmdline',
    );
    expect(left.output).toBe('kept\n');
  });

  it('goes on with a fresh shell when children refuse to end (sh-023)', async () => {
    await using session = await fixture.session();
    const stubborn = `bash -c 'trap "" TERM INT HUP; (trap "" TERM; sleep 400) & sleep 401' | cat`;
    expect(await session.execute(stubborn, { timeout_ms: 500 })).toMatchObject({
      status: 'timeout',
      state: { outcome: 'reset' },
    });
    const next = await session.execute('grep -l "[s]leep.40" /proc/*/cmdline; echo next');
    expect(next.output).toBe('next\n');
  });
});
