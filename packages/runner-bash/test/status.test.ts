import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('exit status', () => {
  it('comes apart from output without a line break (sh-001)', () =>
    replay(fixture, [
      { code: 'printf hello', output: 'hello', exit: 0 },
      { code: 'printf abc; false', output: 'abc', exit: 1 },
      { code: "printf 'x\\n\\n\\n'", output: 'x\n\n\n', exit: 0 },
      { code: "printf ''; (exit 9)", output: '', exit: 9 },
    ]));

  it('is what the next cell sees, with PIPESTATUS and $_ (sh-003)', () =>
    replay(fixture, [
      { code: 'false last', status: 'error', exit: 1 },
      { code: 'echo $? $_', output: '1 last\n', status: 'ok' },
      { code: 'true good', exit: 0 },
      { code: 'echo $? $_', output: '0 good\n' },
      { code: 'true | false | true; echo "${PIPESTATUS[@]}"', output: '0 1 0\n', exit: 0 },
      { code: 'true | false | (exit 3)', exit: 3 },
      { code: 'echo "${PIPESTATUS[@]}"', output: '0 1 3\n' },
      { code: '(exit 42)', exit: 42 },
      { code: 'echo "$?" "$_" >/dev/null; nosuchcmd_xyz', exit: 127, error: /command not found/ },
    ]));

  it('tells a missing program from one that cannot run, each in one line (sh-030, R-EXE-07)', () =>
    replay(fixture, [
      {
        code: 'pyan3 --version',
        exit: 127,
        error: 'bash: line 1: pyan3: command not found\n',
      },
      { code: './nofile.sh', exit: 127, error: /^bash: line 1: \.\/nofile\.sh: .*\n$/ },
      { code: 'touch noexec.sh; ./noexec.sh', exit: 126, error: /^bash: line 1: .*noexec.*\n$/ },
      { code: 'echo x > /nonexistent/dir/f', exit: 1, error: /^bash: line 1: .*dir\/f.*\n$/ },
      { code: 'true\ncat < missing.txt', exit: 1, error: /^bash: line 2: missing\.txt: .*\n$/ },
      { code: '/tmp', exit: 126, error: /^bash: line 1: \/tmp: .*\n$/ },
      { code: 'echo after; [ 1 -eq x ]; echo $?', output: 'after\n2\n', exit: 0 },
      { code: 'f() {\n  nothing_here\n}\nf', exit: 127, error: /^bash: line 2: nothing_here: / },
    ]));

  it('ends an expression error with its line alone, as in a script', () =>
    replay(fixture, [
      {
        code: 'echo $((1/0)); echo same\necho next',
        output: 'next\n',
        error: /^bash: line 1: .*division/,
      },
      { code: 'echo $((1/0))', exit: 1 },
      { code: 'echo on', output: 'on\n' },
    ]));

  it('takes `return` for the end of the cell', () =>
    replay(fixture, [
      { code: 'cd /tmp; return 4; echo no', output: '', exit: 4, status: 'error' },
      { code: 'echo $? $PWD $OLDPWD', output: '4 /tmp /workspace\n' },
    ]));
});
