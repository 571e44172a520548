import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

describe('output', () => {
  it('is in order with that of child processes and of descriptors (R-EXE-02, nd-021)', async () => {
    const [result] = await runCells(fixture, [
      "console.log('one'); require('node:child_process').execSync('echo two; echo err >&2', { stdio: 'inherit' }); process.stdout.write('three\\n'); require('node:fs').writeSync(1, 'four\\n'); console.error('five')",
    ]);
    expect(result).toMatchObject({
      status: 'ok',
      output: 'one\ntwo\nthree\nfour\n',
      error: 'err\nfive\n',
    });
  });

  it('is complete when the cell exits right behind it (nd-010)', async () => {
    const results = await runCells(
      fixture,
      ["process.stdout.write('x'.repeat(1 << 20) + 'END'); process.exit(3)", "'next'"],
      { resource_limits: { max_output_size: 2_000_000 } },
    );
    expect(results[0]).toMatchObject({ status: 'exited', exit_code: 3 });
    expect(results[0]?.output).toHaveLength(1_048_579);
    expect(results[0]?.output.endsWith('END')).toBe(true);
    expect(results[1]).toMatchObject({ result: 'next', state: { outcome: 'kept' } });
  });

  it('of a cell that never ends is all there (lm-003)', async () => {
    await using session = await fixture.session();
    const result = await session.execute(
      "process.stdout.write('n1 '); console.log('n2'); for (;;) ;",
      { timeout_ms: 1000 },
    );
    expect(result).toMatchObject({ status: 'timeout', output: 'n1 n2\n' });
  });

  it('splits no character and replaces lone surrogates (nd-023)', async () => {
    const [bytes, surrogates] = await runCells(fixture, [
      "const s = Buffer.from('Hello, 世界🚀'); for (const b of s) { process.stdout.write(Buffer.from([b])); await new Promise(r => setTimeout(r, 2)) }",
      "console.log('\\ud83d'); console.log('x'.repeat(65535) + '🚀'); '\\udc00'",
    ]);
    expect(bytes?.output).toBe('Hello, 世界🚀');
    expect(surrogates?.output).toBe(`\uFFFD\n${'x'.repeat(65535)}🚀\n`);
    expect(surrogates?.result_text).toBe("'\\udc00'");
  });

  it('goes on after writing was interrupted', async () => {
    await using session = await fixture.session({ resource_limits: { max_output_size: 100_000 } });
    for (let i = 0; i < 3; i += 1) {
      const flood = await session.execute("for (;;) console.log('y')", { timeout_ms: 20_000 });
      expect(flood).toMatchObject({ status: 'limit', state: { outcome: 'kept' } });
      expect((await session.execute("console.log('on')")).output).toBe('on\n');
    }
  });

  it('goes through what a cell has put in its way, and leaves with its errors', async () => {
    const results = await runCells(fixture, [
      "const lines = []; const write = process.stdout.write; process.stdout.write = (text) => { lines.push(text); return true }; console.log('kept'); process.stdout.write = write; lines",
      "console.log('direct')",
      "await new Promise((resolve) => process.stdout.write('called back\\n', resolve))",
      "require('node:stream').Readable.from(['pi', 'ped']).pipe(process.stdout); await new Promise((r) => setTimeout(r, 50))",
      "fs.closeSync(1); console.log('lost'); 'alive'",
    ]);
    expect(results[0]?.result).toEqual(['kept\n']);
    expect(results.slice(1, 4).map(({ output }) => output)).toEqual([
      'direct\n',
      'called back\n',
      'piped',
    ]);
    expect(results[4]).toMatchObject({ status: 'ok', result: 'alive', output: '' });
  });

  it('that comes late is the one of its cell, and once (nd-026)', async () => {
    await using session = await fixture.session();
    const boom = new Promise<void>((resolve) => {
      session.subscribe({ output: ({ text }) => text.includes('boom') && resolve() });
    });
    const scheduled = await session.execute(
      "setTimeout(() => console.log('boom'), 2 ** 31); 'scheduled'",
    );
    expect(scheduled.result).toBe('scheduled');
    await boom;
    expect((await session.execute("'ok'")).result).toBe('ok');
    const { events } = session.output(0);
    const said = (stream: string) =>
      events.flatMap((event) => (event.stream === stream ? event.text : [])).join('');
    expect(said('stdout')).toBe('boom\n');
    expect(said('stderr').match(/TimeoutOverflowWarning/g)).toHaveLength(1);
  });
});

describe('standard input', () => {
  it('is at its end (R-EXE-09)', async () => {
    const results = await runCells(fixture, [
      "fs.readFileSync('/dev/stdin', 'utf8')",
      "const lines = []; for await (const line of require('node:readline').createInterface(process.stdin)) lines.push(line); lines",
    ]);
    expect(texts(results)).toEqual(["''", '[]']);
  });
});
