import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('traps', () => {
  it('sets off ERR once, for commands of the cell', () =>
    replay(fixture, [
      { code: "trap 'echo err $?' ERR; false; (exit 3)", output: 'err 1\nerr 3\n', exit: 3 },
      { code: 'false || true; true', output: '', exit: 0 },
      { code: 'false', output: 'err 1\n', exit: 1 },
      { code: 'trap - ERR; false', output: '', exit: 1 },
    ]));

  it('sets off DEBUG and RETURN for commands of the cell', () =>
    replay(fixture, [
      { code: "trap 'echo dbg $BASH_COMMAND' DEBUG; true", output: 'dbg true\n' },
      { code: 'true; echo x', output: 'dbg true\ndbg echo x\nx\n' },
      { code: 'trap "echo other" DEBUG; true', output: /other\n$/ },
      { code: 'trap - DEBUG', status: 'ok' },
      { code: 'echo off', output: 'off\n' },
      { code: 'echo "echo in" > s; trap "echo ret" RETURN; . ./s', output: 'in\nret\n' },
      { code: 'trap - RETURN; . ./s', output: 'in\n' },
    ]));

  it('lists what the user set, also from a subshell', () =>
    replay(fixture, [
      { code: 'trap', output: '' },
      { code: `trap "echo 'hi'" USR1 EXIT INT`, status: 'ok' },
      {
        code: 'trap; trap -p EXIT',
        output:
          "trap -- 'echo '\\''hi'\\''' EXIT\ntrap -- 'echo '\\''hi'\\''' SIGINT\ntrap -- 'echo '\\''hi'\\''' SIGUSR1\ntrap -- 'echo '\\''hi'\\''' EXIT\n",
      },
      { code: 'echo "$(trap -p INT)"', output: "trap -- 'echo '\\''hi'\\''' SIGINT\n" },
      { code: 'kill -USR1 $$', output: 'hi\n' },
      { code: 'trap - INT; trap EXIT; trap -p INT EXIT', output: '' },
      { code: '( trap "echo sub" EXIT )', output: 'sub\n' },
      {
        code: '\ntrap "echo x" BADSIG',
        exit: 1,
        error: 'bash: line 2: trap: BADSIG: invalid signal specification\n',
      },
    ]));
});
