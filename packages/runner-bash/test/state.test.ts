import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('state', () => {
  it('keeps directory, functions, aliases, arrays, options, umask (sh-021, R-SES-03)', () =>
    replay(fixture, [
      {
        code: "mkdir -p d1 && cd d1; f() { echo F$1; }; shopt -s extglob nullglob; alias ll='echo LL'; arr=(1 'b c' $'n\\nl'); declare -A m=([k y]=v); export E=1; v=plain; umask 077; set -o pipefail",
        status: 'ok',
      },
      {
        code: 'basename "$PWD"; f 2; ll; echo "${#arr[@]}:${arr[1]}"; echo "${m[k y]}"; sh -c \'echo $E\'; echo $v; umask; [[ ab == @(ab|cd) ]] && echo eg; false | true; echo $?',
        output: 'd1\nF2\nLL\n3:b c\nv\n1\nplain\n0077\neg\n1\n',
      },
      {
        code: 'cd -; cd ~; [ "$PWD" = "$HOME" ] && echo home; pushd /tmp >/dev/null; dirs -p | wc -l',
        output: '/workspace\nhome\n2\n',
      },
      { code: 'set -- a "b c"; shift', status: 'ok' },
      { code: 'echo "$# $1"', output: '1 b c\n' },
    ]));

  it('runs every cell in the same shell, at its top level (sh-028)', () =>
    replay(fixture, [
      { code: 'sleep 0.2 & p=$!' },
      { code: 'wait $p; echo rc=$?', output: 'rc=0\n' },
      { code: '[ $$ = $BASHPID ] && echo same; echo $BASH_SUBSHELL', output: 'same\n0\n' },
      { code: 'x=1; ((x++)); let y=x+1; echo $x $y', output: '2 3\n', exit: 0 },
      { code: 'echo $LINENO\necho $LINENO', output: '1\n2\n' },
      {
        code: 'declare g=1; local z=2',
        exit: 1,
        error: 'bash: line 1: local: can only be used in a function\n',
      },
      { code: 'echo $g ${BASH_SOURCE[0]} $0', output: '1 bash bash\n' },
    ]));

  it('keeps text as it is, whatever the alphabet', () =>
    replay(fixture, [
      { code: "s='é€漢😀\\n%s\\\\'; printf '%s\\n' \"$s\"", output: 'é€漢😀\\n%s\\\\\n' },
      { code: 'echo ${#s}; printf %s "${s:0:2}"', output: '10\né€' },
      { code: "printf '%s' '\x01\\x41'", output: '\x01\\x41' },
    ]));

  it('shows the cell alone in a trace', () =>
    replay(fixture, [
      { code: 'set -x; echo hi', output: 'hi\n', error: /^\++ echo hi\n$/ },
      { code: 'cat <<< x', output: 'x\n', error: /^\++ cat\n$/ },
      { code: 'set +x; echo off', output: 'off\n', error: /^\++ set \+x\n$/ },
      { code: 'echo quiet', output: 'quiet\n', error: '' },
    ]));

  it('exports nothing of its own under allexport', () =>
    replay(fixture, [
      { code: 'set -a; mine=1' },
      { code: 'env | grep -c -e repltool -e ^mine=', output: '1\n' },
      { code: 'set +a', status: 'ok' },
    ]));
});
