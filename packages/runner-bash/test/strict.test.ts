import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replayIn } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('strict mode, where nothing can be forked or written', () => {
  it('runs builtins, refuses syntax errors and survives exits', async () => {
    await using session = await fixture.session({ sandbox_mode: 'strict' });
    await replayIn(session, [
      { code: 'x=5; f() { echo "F$1"; }; arr=(1 2)', status: 'ok' },
      { code: 'fi', exit: 2, error: /^bash: line 1: syntax error/ },
      { code: 'read -r y <<< hey; echo $y', output: 'hey\n' },
      { code: 'trap "echo bye" EXIT; exit 4', output: 'bye\n', exit: 4, status: 'exited' },
      { code: 'echo $? $x ${arr[1]}; f 1', output: '4 5 2\nF1\n' },
      { code: 'set -eu; echo $nope', exit: 1, status: 'exited' },
      { code: 'set +eu; echo on', output: 'on\n' },
    ]);
  });

  it('stops a cell that starts a program, and keeps its state', async () => {
    await using session = await fixture.session({ sandbox_mode: 'strict' });
    await session.execute('x=5; program=ls');
    const result = await session.execute('echo before\n$program\necho after');
    expect(result).toMatchObject({
      status: 'denied',
      output: 'before\n',
      failure: { code: 'SandboxViolation' },
      state: { outcome: 'kept' },
    });
    expect(result.failure?.message).toContain('strict mode makes no processes');
    expect((await session.execute('echo $x')).output).toBe('5\n');
  });
});
