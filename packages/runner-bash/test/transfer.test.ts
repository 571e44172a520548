import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replayIn } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner(), { examined: false });
const DIE = 'kill -KILL $$';

describe.each(['standard', 'strict'] as const)('state in %s mode', (mode) => {
  const config = { sandbox_mode: mode, checkpoint: 'every-cell' } as const;

  it('outlives the shell with all that code can describe (R-LIM-11)', async () => {
    await using session = await fixture.session(config);
    await replayIn(session, [
      { code: 'shopt -s extglob nullglob', status: 'ok' },
      {
        code: `cd /tmp; pushd / >/dev/null; umask 027; ulimit -n 300; ulimit -S -s 4000
x=5; arr=(1 [4]='b c'); declare -A m=(['k y']=$'v\\n'); declare -i n=3; declare -l low=ABC; empty=()
readonly ro=r; declare -n ref=x; export E='a b'; s='é€'; bytes=$'\\xff\\x01'; unset PS4; IFS=:
f() { echo "F$1"; }; export -f f; traced() { :; }; declare -ft traced
doc() { read -r -d '' t <<X
doc $1

end
X
echo "$t"; }
ext() { case $1 in @(a|b)) echo ext ;; esac; }; ls() { echo "my ls"; }; alias ll='ls -l'
set -o pipefail -o noglob; set -- one 'two three'; trap 'echo usr' USR1; trap 'echo "bye"' EXIT; trap 'echo err' ERR`,
        status: 'ok',
      },
    ]);
    expect((await session.execute(DIE)).state).toMatchObject({
      outcome: 'restored',
      lost_names: [],
    });
    await replayIn(session, [
      {
        code: 'pwd; dirs -l -p; umask; ulimit -n; ulimit -S -s',
        output: '/\n/\n/tmp\n0027\n300\n4000\n',
      },
      { code: 'echo $x "${arr[4]}" "${m[k y]}" "${#empty[@]}"', output: '5 b c v\n 0\n' },
      { code: 'n=2+2; low=XY; echo $n $low; ref=6; echo $x', output: '4 xy\n6\n' },
      { code: 'ro=1', error: /readonly/ },
      { code: "[[ $s == é€ && $bytes == $'\\xff\\x01' && ! -v PS4 && $IFS == : ]]", exit: 0 },
      { code: 'declare -F f traced; doc 2; ext b', output: 'f\ntraced\ndoc 2\n\nend\n\next\n' },
      {
        code: 'declare -p E; ll; echo "$#:$2" *',
        output: 'declare -x E="a b"\nmy ls\n2:two three *\n',
      },
      { code: 'shopt -q nullglob && [[ -o pipefail && -o noglob ]] && echo on', output: 'on\n' },
      { code: 'kill -USR1 $$; trap -p ERR', output: "usr\ntrap -- 'echo err' ERR\n" },
      { code: 'exit 3', output: 'bye\n', exit: 3 },
    ]);
  });

  it('is no larger than a pipe holds, or it is', async () => {
    await using session = await fixture.session(config);
    await replayIn(session, [
      {
        code: `printf -v long '%01100000d' 1; printf -v x 'é%.0s' {1..3000}
for i in {1..3000}; do eval "f$i() { echo $i; }"; done; eval "f() { : \${long:0:200000}; }"`,
        status: 'ok',
      },
    ]);
    expect((await session.execute(DIE)).state.outcome).toBe('restored');
    await replayIn(session, [
      { code: 'f3000; f; echo ${#x} ${#long}', output: '3000\n3000 1100000\n' },
    ]);
  });
});

describe('giving a state away', () => {
  it('pays when a cell runs out of memory (R-LIM-11)', async () => {
    await using session = await fixture.session({
      checkpoint: 'every-cell',
      resource_limits: { max_memory_mb: 64 },
    });
    await session.execute('x=5');
    const { failure, state } = await session.execute('x=6; printf -v y %0200000000d 1; echo no');
    expect(failure?.code).toBe('ExecutionMemoryExceeded');
    expect(state.outcome).toBe('restored');
    await replayIn(session, [{ code: 'echo $x${y-}', output: '5\n' }]);
  });

  it('takes no time of a shell that has grown large', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await session.execute('x=5');
    await session.execute('printf -v y %040000000d 1');
    expect((await session.execute(DIE)).state).toMatchObject({ outcome: 'restored' });
    await replayIn(session, [{ code: 'echo $x ${#y}', output: '5 0\n' }]);
  });

  it('changes nothing that the next cell can see', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await replayIn(session, [
      {
        code: 'set -euE; trap "echo err" ERR; set -o posix; set -- a b; [[ xy =~ (x)y ]]',
        status: 'ok',
      },
      { code: '(exit 3) | true; echo x y', status: 'ok' },
      {
        code: 'echo $? $_ "${BASH_REMATCH[1]}" $* $LINENO; echo ${-//[!euET]}; [[ -o posix ]]; set +o posix; trap -p ERR',
        output: "0 y x a b 1\neuE\ntrap -- 'echo err' ERR\n",
      },
      { code: 'set +euE +o posix; trap - ERR; (exit 2) | (exit 3)', exit: 3 },
      { code: 'echo $? ${PIPESTATUS[@]}', output: '3 2 3\n' },
      { code: 'readonly LC_ALL=C', status: 'ok' },
      { code: 'echo on', output: 'on\n' },
    ]);
  });

  it('names what stays behind', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await session.execute(
      'x=5; exec 7>/dev/null; sleep 300 & coproc READER { cat; }; mkdir gone; cd gone',
    );
    await session.execute('rmdir ../gone');
    const { state } = await session.execute(DIE);
    expect(state.outcome).toBe('restored');
    expect([...state.lost_names].sort()).toEqual([
      '/workspace/gone',
      'coprocess READER',
      'descriptor 7',
      'job sleep 300',
    ]);
    await replayIn(session, [{ code: 'echo $x', output: '5\n' }]);
  });

  it('is undone cell by cell, also what changed the shell itself (R-SES-12)', async () => {
    await using session = await fixture.session({ checkpoint: 'every-cell' });
    await session.execute('f() { echo old; }');
    await session.execute('f() { echo new; }; set -e; exit 3');
    await session.execute('unset -f f');
    await session.undo();
    await replayIn(session, [{ code: 'f; echo $-', output: /^new\n.*e.*\n$/ }]);
    await session.undo(2);
    await replayIn(session, [{ code: 'f; echo $-', output: /^old\n[^e]*\n$/ }]);
  });
});
