import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay, replayIn } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('exits', () => {
  it('ends the cell and keeps what the shell held (R-EXE-05)', () =>
    replay(fixture, [
      {
        code: `cd /tmp; pushd / >/dev/null; umask 027; x=5; arr=(1 [4]='b c'); declare -A m=([k y]=$'v\\n'); declare -i n=3
readonly ro=r; declare -n ref=x; export E='a b'; empty=(); s='é€'; f() { echo "F$1"; }; export -f f; alias ll='echo LL'
shopt -s extglob nullglob; set -o pipefail -o noglob; set -- one 'two three'; trap 'echo usr' USR1; unset PS4`,
        status: 'ok',
      },
      { code: 'exit 3', status: 'exited', exit: 3 },
      {
        code: `echo $?; pwd; dirs -l -p; umask; echo $x "\${arr[4]}" "\${m[k y]}"; n=2+2; echo $n; (ro=1) 2>/dev/null; echo $?
ref=6; echo $x; bash -c 'echo "$E"; f 1'; echo \${#empty[@]} "$s"; ll; echo "$#:$2"; kill -USR1 $$; echo *; [[ -v PS4 ]] || echo no PS4`,
        output:
          '3\n/\n/\n/tmp\n0027\n5 b c v\n\n4\n1\n6\na b\nF1\n0 é€\nLL\n2:two three\nusr\n*\nno PS4\n',
        error: '',
      },
      { code: 'shopt -p extglob nullglob; set -o | grep -c "pipefail.*on"', output: /-s.*\n.*-s/ },
    ]));

  it('forgets the variables of functions it leaves, not those they hide', () =>
    replay(fixture, [
      {
        code: 'x=outer y=kept; g() { local x=inner only=1; h; }; h() { local x=innermost; exit 2; }',
      },
      { code: 'g', status: 'exited', exit: 2 },
      { code: 'echo "$x $y [$only]"', output: 'outer kept []\n' },
    ]));

  it('keeps errexit on without ending the session for it (sh-011)', () =>
    replay(fixture, [
      { code: 'set -e; echo on', output: 'on\n' },
      { code: 'false; echo no', output: '', exit: 1, status: 'exited' },
      { code: 'echo alive', output: 'alive\n', status: 'ok' },
      { code: 'set +e; false; echo off', output: 'off\n', exit: 0 },
    ]));

  it('keeps nounset on without tripping over it (sh-013)', () =>
    replay(fixture, [
      { code: 'set -u; echo armed', output: 'armed\n' },
      { code: 'echo "[$undef_var]"', output: '', error: /^bash: line 1: undef_var: unbound/ },
      { code: 'echo alive', output: 'alive\n' },
      { code: 'set +u; echo "[$undef_var]"', output: '[]\n' },
    ]));

  it('reports what a program did that exec puts in its place, and has the state of before (R-EXE-05)', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await session.execute('x=5');
    expect(await session.execute(`exec bash -c 'echo hi; echo ho >&2; exit 7'`)).toMatchObject({
      status: 'exited',
      exit_code: 7,
      output: 'hi\n',
      error: 'ho\n',
      state: { outcome: 'restored' },
    });
    expect(await session.execute('exec true')).toMatchObject({
      status: 'exited',
      exit_code: 0,
      state: { outcome: 'restored' },
    });
    expect(await session.execute('echo "[$x]"')).toMatchObject({ output: '[5]\n', status: 'ok' });
  });

  it('runs the EXIT trap once, within the cell that exits', () =>
    replay(fixture, [
      { code: 't=temp; trap \'echo "bye $t $?"\' EXIT; trap -p EXIT', output: /^trap -- 'echo/ },
      { code: 'echo still here', output: 'still here\n' },
      { code: 'echo going; exit 4', output: 'going\nbye temp 4\n', exit: 4, status: 'exited' },
      { code: 'trap -p', output: '' },
      { code: 'trap "exit 9" EXIT; exit 1', exit: 9, status: 'exited' },
      { code: 'set -e; trap "echo cleaned" EXIT; false', output: 'cleaned\n', exit: 1 },
      { code: 'set +e; exit 0', output: '', status: 'exited' },
    ]));

  it('keeps children, and descriptors that were opened', () =>
    replay(fixture, [
      { code: 'exec 5>kept.txt; sleep 60 & echo $! > pid', status: 'ok' },
      { code: 'exit', status: 'exited', exit: 0 },
      {
        code: 'echo more >&5; cat kept.txt; kill $(cat pid) && echo killed',
        output: 'more\nkilled\n',
      },
    ]));

  it('comes through with more state than a pipe holds', () =>
    replay(fixture, [
      { code: 'printf -v long "%0300000d" 1; printf -v x "é%.0s" {1..20000}', status: 'ok' },
      {
        code: 'for i in {1..200}; do eval "f$i() { echo $i; }"; done; eval "f() { : $long; }"',
        status: 'ok',
      },
      { code: 'exit 1', status: 'exited' },
      { code: 'f200; echo ${#x}', output: '200\n20000\n' },
    ]));

  it.each(['standard', 'strict'] as const)(
    'keeps a function longer than a pipe holds in %s mode, or says that it cannot',
    async (sandbox_mode) => {
      await using session = await fixture.session({ sandbox_mode });
      const long = 'printf -v long %070000d 1; eval "f() { : $long; }"; g() { echo g; }; x=5';
      await replayIn(session, [{ code: long, status: 'ok' }]);
      await replayIn(session, [
        {
          code: 'exit 3',
          status: 'exited',
          error: sandbox_mode === 'strict' ? /^bash: f: this function is too long/ : '',
        },
        { code: 'g; echo $x', output: 'g\n5\n' },
        { code: 'f', status: sandbox_mode === 'strict' ? 'denied' : 'ok' },
      ]);
    },
  );

  it('answers at once though a job holds the pipes (sh-008)', async () => {
    await using session = await fixture.session();
    await replayIn(session, [
      { code: 'sleep 300 & echo started; exit 1', output: 'started\n', exit: 1, status: 'exited' },
      { code: 'echo on', output: 'on\n' },
    ]);
  });

  it('goes on with a fresh shell when another program took the place of this one and no state is kept', async () => {
    await using session = await fixture.session({ checkpoint: 'off' });
    const result = await session.execute("exec sh -c 'exit 6'");
    expect(result).toMatchObject({ success: false, state: { outcome: 'reset' } });
    expect((await session.execute('echo on')).output).toBe('on\n');
  });

  it('never answers a session that stopped executing with silence (sh-015)', async () => {
    await using session = await fixture.session();
    await replayIn(session, [
      { code: 'set -o onecmd', status: 'ok' },
      { code: 'echo one', output: 'one\n' },
    ]);
    const result = await session.execute('set -n; echo hidden', { timeout_ms: 20_000 });
    expect(result).toMatchObject({ output: '', state: { outcome: 'reset' } });
    expect(result.status).not.toBe('timeout');
    expect((await session.execute('echo two')).output).toBe('two\n');
  });
});
