import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replayIn } from './replay.ts';

const STRICT = { sandbox_mode: 'strict' } as const;
/** The fence alone: no rule looks at the text of a cell first. */
const fixture = createRunnerFixture(createBashRunner(), { examined: false });

describe('strict mode, where nothing can be forked or written (R-SBX-07)', () => {
  it('runs builtins, refuses syntax errors and survives exits', async () => {
    await using session = await fixture.session(STRICT);
    await replayIn(session, [
      { code: 'x=5; f() { echo "F$1"; }; arr=(1 2)', status: 'ok' },
      { code: 'fi', exit: 2, error: /^bash: line 1: syntax error/ },
      { code: 'read -r y <<< hey; echo $y', output: 'hey\n' },
      { code: 'exec 5<<<text; read -r -u 5 y; echo $y', output: 'text\n' },
      { code: 'trap "echo bye" EXIT; exit 4', output: 'bye\n', exit: 4, status: 'exited' },
      { code: 'echo $? $x ${arr[1]}; f 1', output: '4 5 2\nF1\n' },
      { code: 'set -eu; echo $nope', exit: 1, status: 'exited' },
      { code: 'set +eu; echo on', output: 'on\n' },
      { code: 'echo lost > /tmp/x', exit: 1, status: 'error', error: /Read-only file system/ },
      { code: 'unset -f builtin; builtin() { :; }', status: 'ok' },
      { code: 'unset -f builtin; echo $x', output: '5\n' },
    ]);
  });

  it.each([
    ['a program', 'program=ls; $program'],
    ['a program by its path', '/usr/bin/bash -c "echo got"'],
    ['a program behind `command`', 'command ls'],
    ['a program in a function, whose failure would be caught', 'f() { ls; }; f || echo got'],
    ['a program in a condition', 'if ls; then echo got; fi'],
    ['a program that was hashed', 'hash -p /usr/bin/bash foo; foo -c "echo got"'],
    ['a program of the name of a builtin', 'enable() { :; }; unset -f enable; enable -f x'],
    ['a pipe', 'echo got | cat'],
    ['a subshell', '(echo got)'],
    ['a command substitution', 'echo "$(echo got)"'],
    ['a process substitution', 'read -r got < <(echo got)'],
    ['a background job', 'echo got & wait'],
    ['a coprocess', 'coproc cat'],
    ['evaluated text', "eval 'echo got' '|' cat"],
    ['what a name does not stand for', 'command_not_found_handle() { echo got; }; nosuch'],
    ['a trap', 'trap "ls" EXIT; exit 3'],
    ['exec', 'exec ls'],
    ['exec of a shell', 'e=exec; $e bash -c "echo got"'],
    ['exec in a function', 'f() { builtin exec ls; }; f'],
  ])('stops a cell at %s, names the rule and keeps the state', async (_, code) => {
    await using session = await fixture.session(STRICT);
    await session.execute('x=5');
    const result = await session.execute(`echo before\n${code}\necho after`);
    expect(result).toMatchObject({
      status: 'denied',
      exit_code: 126,
      output: 'before\n',
      exception: { name: 'SandboxViolation' },
      failure: { code: 'SandboxViolation' },
      state: { outcome: 'kept' },
    });
    expect(result.failure?.message).toMatch(
      /strict mode makes no processes.*\(shell\/process-in-strict\)$/,
    );
    expect((await session.execute('echo $? $x')).output).toBe('126 5\n');
  });

  it('takes exit codes of the cell for what they are', async () => {
    await using session = await fixture.session(STRICT);
    for (const code of [126, 127, 254]) {
      await replayIn(session, [
        { code: `exit ${code}`, exit: code, status: 'exited' },
        { code: `f() { exit ${code}; }; f`, exit: code, status: 'exited' },
        { code: `f() { return ${code}; }; f`, exit: code, status: 'error' },
      ]);
    }
  });

  it('loads no native code, by a command that fails like others', async () => {
    await using session = await fixture.session(STRICT);
    const message =
      'enable: strict mode loads no builtins and has all of its own (shell/native-builtin)';
    const denied = await session.execute('x=5; enable -f /usr/lib/libc.so.6 x');
    expect(denied).toMatchObject({ status: 'denied', exit_code: 1, exception: { message } });
    await replayIn(session, [
      { code: 'enable -f x y || echo caught', status: 'ok', output: 'caught\n' },
      { code: 'false', status: 'error', exit: 1, error: '' },
      { code: 'builtin enable -f x y', status: 'error', error: /enable: not a shell builtin/ },
      { code: 'exit 2', status: 'exited' },
      { code: 'builtin enable -f x y', status: 'error', error: /enable: not a shell builtin/ },
      { code: 'echo $x; enable -f x y', status: 'denied', output: '5\n' },
    ]);
  });

  it('has the shell itself to exec, which is no more than a shell and has no state', async () => {
    await using session = await fixture.session({ ...STRICT, checkpoint: 'every-cell' });
    await session.execute('x=5');
    const result = await session.execute('exec "$BASH" -c "echo got; ls; echo no"');
    expect(result).toMatchObject({ status: 'exited', output: 'got\n', exit_code: 254 });
    expect(result.state.outcome).toBe('restored');
    expect((await session.execute('echo $x')).output).toBe('5\n');
  });
});

describe('standard mode', () => {
  it('has programs, exec and `enable`', async () => {
    await using session = await fixture.session();
    await replayIn(session, [
      { code: 'echo "$(echo got | cat)"', output: 'got\n', status: 'ok' },
      { code: 'enable -n echo; enable echo; type -t enable', output: 'builtin\n' },
      { code: 'exec nosuch', exit: 127, status: 'exited' },
    ]);
  });
});
