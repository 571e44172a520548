import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createBashRunner());

/** Interrupts the cell once it has printed `started`. */
async function interrupted(setting: string, code: string) {
  await using session = await fixture.session();
  expect(await session.execute(`x=20; ${setting}`)).toMatchObject({ success: true });
  const result = await session.execute(`echo started; ${code}\necho no`, {
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
    ['', 'for ((;;)) do ((1)); done'],
    ['', 'sleep 100'],
    ['', 'sleep 100 | cat'],
    ['', 'y=$(sleep 100)'],
    ['', '(while :; do :; done)'],
    ['', 'while sleep 1; do :; done'],
    ['', 'sleep 100 & wait'],
    ['mkfifo f', 'read y <> f'],
    ['mkfifo f', 'cat <> f'],
    ['mkfifo f', 'echo x > f'],
    ['mkfifo f', 'mapfile y <> f'],
    ['', 'select y in a b; do :; done 2>/dev/null < <(sleep 100)'],
    [
      'f() { local a=1; while :; do for i in 1 2; do :; done; done; }; g() { f; echo no; }',
      'while true; do g; done',
    ],
    ['echo "while :; do :; done" > s', '. ./s'],
    ['', 'eval "while :; do :; done"'],
    [
      'trap "echo dbg >/dev/null" DEBUG; trap "echo err >/dev/null" ERR; f() { while :; do :; done; }; g() { f; :; }',
      'g',
    ],
    ['set -eu', 'while :; do :; done'],
    ['set -o posix', 'sleep 100'],
    ['shopt -s extdebug', 'while :; do :; done'],
  ])('after %j: stops %j and keeps the shell', async (setting, code) => {
    const { result, next, again } = await interrupted(setting, code);
    expect(result).toMatchObject({
      status: 'interrupted',
      exit_code: 130,
      state: { outcome: 'kept' },
    });
    expect(result.output.trimEnd()).toBe('started');
    expect(next.output).toMatch(/^20\n/);
    expect(next.output).not.toContain('__repltool');
    expect(again).toMatchObject({ status: 'interrupted', state: { outcome: 'kept' } });
  });

  it('runs the INT trap of the user first', async () => {
    const { result } = await interrupted("trap 'sleep 0.1; echo mine' INT", 'sleep 100');
    expect(result).toMatchObject({ status: 'interrupted', output: 'started\nmine\n' });
  });

  it('keeps the options of the interrupted cell', async () => {
    await using session = await fixture.session();
    await session.execute('set -eu; set -o posix; cd /tmp');
    await session.execute('echo started; sleep 100', { onOutput: () => session.interrupt() });
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
});
