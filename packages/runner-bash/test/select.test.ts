import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createBashRunner(), { examined: false });
const AB = '1) a\n2) b\n';

/** Runs the cell with these lines to be read; gives all it printed, and the prompts of its requests. */
async function answered(code: string, lines: readonly string[], mode: 'standard' | 'strict') {
  await using session = await fixture.session({ sandbox_mode: mode });
  const left = [...lines];
  const prompts: string[] = [];
  const { output, error } = await session.execute(code, {
    onInput({ prompt }) {
      prompts.push(prompt);
      return left.shift() ?? null;
    },
  });
  return { output, error, prompts };
}

describe('select (R-EXE-09)', () => {
  it.each([
    [
      'select x in a b; do echo "<$x|$REPLY>"; done; echo "$?"',
      ['2', ' 01 ', '9', 'q'],
      '<b|2>\n<a| 01 >\n<|9>\n<|q>\n\n1\n',
      AB,
      5,
    ],
    [
      'PS3="Which? "; select x in a b\ndo break; done; echo "$x $? $LINENO"',
      ['', '', '1'],
      'a 0 2\n',
      AB + AB + AB,
      3,
    ],
    ['set -- a b; select x; do echo "$x"; REPLY=; done', ['1', '2'], 'a\nb\n\n', AB + AB + AB, 3],
    ['f() { select x do echo "$x"; return 3; done; }; f a b; echo "$?"', ['2'], 'b\n3\n', AB, 1],
    ['select x in; do echo no; done; echo "$?"', [], '0\n', '', 0],
    ['set -eu; trap "echo err" ERR; select x in a b; do :; done; echo "$?"', [], '\n1\n', AB, 1],
    [
      'n=0; for i in 1 2; do select x in $((++n)); do echo "$x"; break; done; done; echo "$n"',
      ['1', '1'],
      '1\n2\n2\n',
      '1) 1\n1) 2\n',
      2,
    ],
    [
      'select x in a b; do select y in "done; do" "c d"; do echo "$x$y"; continue 2; done; done',
      ['1', '1', '2', '2'],
      'adone; do\nbc d\n\n',
      `${AB}1) done; do\n2) c d\n1) done; do\n2) c d\n`,
      5,
    ],
    [
      'f() { select x in a b; do if (($1)); then f 0; else return; fi; echo "$x"; done; }; f 1',
      ['1', '2'],
      'b\n\n',
      AB + AB,
      3,
    ],
    [
      'select x in a b; do echo "$x"; done <<<2 >f; while read l; do echo "$l"; done <f',
      [],
      'b\n\n',
      `${AB}#? #? `,
      0,
    ],
    ['true && ! select x in a b; do break; done || echo "no $x"', ['1'], 'no a\n', AB, 1],
    [
      'readonly x=1; select x in a b; do echo no; done; echo "$?"',
      ['1'],
      '1\n',
      `${AB}bash: line 1: x: readonly variable\n`,
      1,
    ],
    [
      'echo "select x in a; do b; done" select x in a # select x in a; do b; done\n: <<select\nselect x in a; do :; done\nselect',
      [],
      'select x in a; do b; done select x in a\n',
      '',
      0,
    ],
    [
      '[[ abc =~ b ]]; select é in a; do :; done; select x in é; do echo "$x${BASH_REMATCH[0]}"; break; done',
      ['1'],
      'éb\n',
      null,
      1,
    ],
    [
      'select x in a b; do cat_() { :; }; cat_ <<E\ndone\nE\necho "$x"; done # done',
      ['1'],
      'a\n\n',
      AB,
      2,
    ],
  ] as const)('%j', async (code, lines, output, error, requests) => {
    for (const mode of ['standard', 'strict'] as const) {
      if (mode === 'strict' && code.includes('>f')) continue;
      const result = await answered(code, lines, mode);
      expect(result).toMatchObject({ output, ...(error === null ? {} : { error }) });
      const prompt = code.startsWith('PS3') ? 'Which? ' : '#? ';
      expect(result.prompts).toEqual(Array.from({ length: requests }, () => prompt));
    }
  });

  it.each([
    [
      '(select x in $(echo a; echo "b)") $(echo); do echo "$x$(echo "$(select y in c; do :; done <<<1)")"; done) 2>&-',
      ['1', '2'],
      'a\nb)\n\n',
      3,
    ],
    [
      'echo 2 | select x in a b; do echo "$x" $((2 * (3 + 4))); break; done 2>&-; echo \'$(\'',
      [],
      'b 14\n$(\n',
      0,
    ],
    ['x=$(select y in a b; do echo "$y"; done 2>&-); echo "[$x]"', [], '[]\n', 0],
    [
      'select x in a b; do for i in $(for j in 1 2; do echo "$j"; done); do cat <(echo "$i"); done; break; done 2>&-',
      ['1'],
      '1\n2\n',
      1,
    ],
  ] as const)('with processes: %j', async (code, lines, output, requests) => {
    const { prompts, ...rest } = await answered(code, lines, 'standard');
    expect({ ...rest, requests: prompts.length }).toEqual({ output, error: '', requests });
  });

  it('is given up by an interrupt, and asks anew from a function of a shell that has ended', async () => {
    await using session = await fixture.session();
    await session.execute('set -u; v=kept; f() { select x in a b; do echo "$x"; done; echo no; }');
    const interrupted = await session.execute('f; echo no', {
      onInput: () => {
        session.interrupt();
        return new Promise(() => undefined);
      },
    });
    expect(interrupted).toMatchObject({
      status: 'interrupted',
      output: '',
      state: { outcome: 'kept' },
    });
    await session.execute('exit 1');
    const left = ['2'];
    const next = await session.execute('f; echo "$v $-"', { onInput: () => left.shift() ?? null });
    expect(next.output).toMatch(/^b\n\nno\nkept \w*u\w*\n$/);
  });
});
