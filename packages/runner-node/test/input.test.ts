import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

/** The result of a cell that gets these lines, and then the end of input. */
async function answered(code: string, lines: string[], sandbox_mode: 'strict' | 'standard') {
  await using session = await fixture.session({ sandbox_mode });
  const prompts: string[] = [];
  const result = await session.execute(code, {
    onInput: ({ prompt }) => {
      prompts.push(prompt);
      return lines.shift() ?? null;
    },
  });
  return { ...result, prompts };
}

describe.each(['strict', 'standard'] as const)('input in %s mode', (mode) => {
  it.each([
    [
      'events',
      "let all = ''; process.stdin.on('data', (line) => (all += line)); await new Promise((end) => process.stdin.on('end', end)); all",
    ],
    [
      'an encoding',
      "let all = ''; process.stdin.setEncoding('utf8'); for await (const text of process.stdin) all += text; all",
    ],
    [
      'a pipe',
      "const pass = new (require('stream').PassThrough)(); let all = ''; process.stdin.pipe(pass); for await (const line of pass) all += line; all",
    ],
    [
      'prompt',
      "let all = ''; for (let line; (line = prompt()) !== null; ) all += `${line}\\n`; all",
    ],
  ])('comes by %s', async (_way, code) => {
    expect(await answered(code, ['one', 'zwei €'], mode)).toMatchObject({
      status: 'ok',
      result: 'one\nzwei €\n',
    });
  });
});

describe('input', () => {
  it('is asked for by questions that the client sees', async () => {
    const result = await answered(
      "const rl = require('readline/promises').createInterface({ input: process.stdin, output: process.stdout });\nconst answers = [await rl.question('Name? '), await rl.question('Age? ')]; rl.close(); answers.push(prompt('Sure?')); answers",
      ['Ada', '36', 'yes', 'too many'],
      'standard',
    );
    expect(result).toMatchObject({ result: ['Ada', '36', 'yes'], output: 'Name? Age? Sure? ' });
    expect(result.prompts).toEqual(['Name? ', 'Age? ', 'Sure? ']);
  });

  it('comes line by line from readline', async () => {
    const result = await answered(
      "const all = []; for await (const line of require('readline').createInterface({ input: process.stdin })) all.push(line); all",
      ['one', '', 'two'],
      'standard',
    );
    expect(result.result).toEqual(['one', '', 'two']);
  });

  it('is read from the descriptor, in pieces as large as asked for', async () => {
    const result = await answered(
      "const bytes = Buffer.alloc(4); [fs.readSync(0, bytes), `${bytes}`, fs.readSync(0, bytes, { length: 2 }), fs.readFileSync(0, 'utf8'), fs.readSync(0, bytes)]",
      ['abcdef', 'x'],
      'standard',
    );
    expect(result.result).toEqual([4, 'abcd', 2, '\nx\n', 0]);
  });

  it('of child processes, and of another file at the number, is left alone', async () => {
    const results = await runCells(fixture, [
      "require('child_process').execSync('cat', { encoding: 'utf8' })",
      "fs.writeFileSync('file', 'text'); fs.readFileSync('file', 'utf8')",
      "fs.closeSync(0); fs.openSync('file'); fs.readFileSync(0, 'utf8')",
    ]);
    expect(texts(results)).toEqual(["''", "'text'", "'text'"]);
  });

  it('may be asked for again after its end, and after a cell that closed its stream', async () => {
    await using session = await fixture.session();
    const all = "let all = ''; for await (const line of process.stdin) all += line; all";
    expect(await session.execute(all)).toMatchObject({ result: '' });
    const lines = ['more', null];
    const onInput = () => lines.shift() ?? null;
    expect(await session.execute(all, { onInput })).toMatchObject({ result: 'more\n' });
    await session.execute('process.stdin.destroy()');
    expect(await session.execute("prompt('again')", { onInput: () => 'yes' })).toMatchObject({
      result: 'yes',
    });
  });

  it('that one cell opened, a later one reads from', async () => {
    await using session = await fixture.session();
    await session.execute(
      "const rl = require('readline/promises').createInterface({ input: process.stdin })",
      { allow_stdin: true },
    );
    expect(
      await session.execute("await rl.question('Name? ')", { onInput: () => 'Ada' }),
    ).toMatchObject({ result: 'Ada' });
  });

  it.each(["prompt('wait')", 'fs.readSync(0, Buffer.alloc(1))'])(
    'that %s waits for is given up at the deadline, without the session',
    async (code) => {
      await using session = await fixture.session();
      await session.execute('const kept = 1');
      const late = await session.execute(code, { timeout_ms: 300, allow_stdin: true });
      expect(late).toMatchObject({ status: 'timeout', state: { outcome: 'kept' } });
      expect(await session.execute('[kept, prompt()]', { onInput: () => 'new' })).toMatchObject({
        result: [1, 'new'],
      });
    },
  );
});
