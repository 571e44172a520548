import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('cells that reach for the driver', () => {
  it('cannot hijack it by functions, aliases, readonly or disabled builtins (sh-025)', () =>
    replay(fixture, [
      {
        code: "echo() { builtin printf 'HIJACK\\n'; }; printf() { :; }; eval() { return 99; }; read() { return 1; }; trap() { :; }; cd() { return 5; }; true() { return 1; }; builtin() { :; }",
        exit: 0,
        output: '',
      },
      { code: 'command echo a', output: 'a\n', exit: 0 },
      {
        code: 'unset -f builtin; builtin unset -f echo printf eval read trap cd true; echo b',
        output: 'b\n',
        exit: 0,
      },
      {
        code: 'readonly IFS PATH PS4 BASH_ENV LC_CTYPE; (PATH=/nonexistent) 2>/dev/null; echo c',
        output: 'c\n',
      },
      {
        code: 'enable -n echo printf eval 2>/dev/null; alias eval=false builtin=false command=false; :',
        exit: 0,
      },
      { code: '\\builtin echo d', output: 'd\n', exit: 0 },
      { code: 'fi', exit: 2, error: /^bash: line 1: syntax error/ },
      { code: 'exit 3', exit: 3, status: 'exited' },
      { code: '\\builtin echo e', output: 'e\n' },
    ]));

  it('finds out by itself that a sourced file has replaced `builtin`', () =>
    replay(fixture, [
      { code: "cat > lib.sh <<'END'\nbuil\\\ntin() { :; }\nEND", status: 'ok' },
      { code: '. ./lib.sh', exit: 0 },
      { code: 'echo on', output: 'on\n', exit: 0 },
    ]));

  it('cannot confuse it by IFS, posix mode, noglob, CDPATH or the locale (sh-026)', () =>
    replay(fixture, [
      {
        code: "IFS=0123456789; set -f; set -o posix; export LC_ALL=C CDPATH=/ GLOBIGNORE='*' POSIXLY_CORRECT=1",
        exit: 0,
      },
      { code: '(exit 130)', exit: 130, status: 'error' },
      { code: "echo *; printf '%s\\n' é", output: '*\né\n' },
      { code: 'env | grep POSIX', output: 'POSIXLY_CORRECT=1\n' },
      { code: 'exit 12', exit: 12, status: 'exited' },
      { code: 'set +f +o posix; unset IFS; echo ok', output: 'ok\n' },
    ]));

  it.each([
    'PATH=/nonexistent',
    'unset PATH HOME',
    'BASH_COMPAT=3.1',
    'shopt -s extdebug',
    'set -m',
    'set -T; set -E',
    'TMOUT=1',
    'shopt -s varredir_close',
    'exec {x}>/dev/null {y}>/dev/null',
  ])('goes on under %s', (setting) =>
    replay(fixture, [
      { code: setting, status: 'ok' },
      { code: 'echo a', output: 'a\n', status: 'ok' },
      { code: 'fi', exit: 2, error: /syntax error/ },
      { code: 'exit 5', exit: 5, status: 'exited' },
      { code: 'echo b', output: 'b\n', status: 'ok' },
    ]),
  );

  it('may take the traps of the driver away', () =>
    replay(fixture, [
      { code: 'builtin trap - DEBUG INT EXIT', status: 'ok' },
      { code: 'exit 3', exit: 3, status: 'exited' },
      { code: 'builtin trap "echo bye" EXIT', status: 'ok' },
      { code: 'exit 4', output: 'bye\n', exit: 4, status: 'exited' },
    ]));

  it('may print what looks like marks and frames', () =>
    replay(fixture, [
      {
        code: "printf '\\x1e%032d]\\x1e' 0; echo 'result 1 2 1 0 0'",
        output: `\x1e${'0'.repeat(32)}]\x1eresult 1 2 1 0 0\n`,
        exit: 0,
      },
      {
        code: 'echo {3..63} | xargs -n1 | while read -r fd; do eval "exec $fd>&-"; done; for ((fd = 3; fd < 64; fd++)); do eval "exec $fd>&-"; done; echo closed',
        output: 'closed\n',
      },
      { code: 'echo on', output: 'on\n' },
    ]));

  it('loses its own directory and nothing else', () =>
    replay(fixture, [
      { code: 'mkdir gone && cd gone && rmdir ../gone; x=1', status: 'ok' },
      { code: 'echo $x', output: '1\n' },
      { code: 'return 2', exit: 2 },
      { code: 'cd /workspace && echo $x', output: '1\n' },
    ]));
});
