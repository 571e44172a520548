import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('syntax', () => {
  it.each([
    ['if true; then echo x', 2],
    ['for i in 1 2; do', 2],
    ['f() {', 2],
    ['}', 1],
    ['echo a; }; echo b', 1],
    ['fi', 1],
    ['done <<<x; echo c )', 1],
    ['echo a\nfi', 2],
    ['echo a\necho done\nfi', 3],
    ['case x in', 2],
    ['echo a &&', 2],
    ['echo "abc', 1],
    ['x=(', 1],
  ])('runs nothing of %j and names its line (sh-006, R-EXE-06)', async (code, line) => {
    const result = await fixture.run(code);
    expect(result).toMatchObject({ status: 'error', exit_code: 2, output: '' });
    expect(result.error).toMatch(new RegExp(`^bash: line ${line}: (syntax error|unexpected EOF)`));
    expect(result.exception).toMatchObject({ name: 'SyntaxError' });
    expect(result.exception?.message).toMatch(new RegExp(`^line ${line}: `));
  });

  it('quotes a line longer than a pipe holds', async () => {
    const result = await fixture.run(`${'x'.repeat(100_000)} )`);
    expect(result).toMatchObject({ status: 'error', output: '' });
    expect(result.error).toContain('x'.repeat(100_000));
  });

  it('ends here-documents with or without their word (sh-005)', () =>
    replay(fixture, [
      { code: "cat <<'EOF'\na $b\n`c`\nEOF", output: 'a $b\n`c`\n', status: 'ok' },
      {
        code: 'cat <<EOF\nunterminated $((1+1))',
        output: 'unterminated 2\n',
        error: /delimited by end-of-file/,
      },
      { code: 'cat <<-X\n\ttabbed\n\tX\necho after', output: 'tabbed\nafter\n' },
      { code: 'tr a-z A-Z <<< here', output: 'HERE\n' },
      { code: 'echo clean', output: 'clean\n' },
    ]));

  it('lets a cell change how its own later lines are read', () =>
    replay(fixture, [
      { code: 'touch a b; shopt -s extglob\necho !(a)', output: 'b\n', status: 'ok' },
      { code: "alias begin='{' end='}'", status: 'ok' },
      { code: 'begin echo in; end', output: 'in\n', status: 'ok' },
    ]));

  it('keeps what comes last: a backslash, a comment, blank lines', () =>
    replay(fixture, [
      { code: 'echo a \\', output: 'a\n', exit: 0 },
      { code: 'false # why', exit: 1 },
      { code: 'false\n\n# trailing comment\n\n', exit: 1 },
      { code: '# nothing but this', exit: 0 },
    ]));

  it('refuses NUL, which a shell cannot read', async () => {
    const result = await fixture.run('echo a\necho \0b');
    expect(result).toMatchObject({ status: 'error', output: '' });
    expect(result.exception).toMatchObject({
      name: 'SyntaxError',
      message: 'line 2: a shell cannot read a NUL character',
    });
  });
});
