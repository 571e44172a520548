import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

/** What a cell shows, by MIME type, and what it writes to stderr. */
async function shown(code: string) {
  const [result] = await runCells(fixture, [code], { sandbox_mode: 'strict' });
  expect(result).toMatchObject({ status: 'ok', state: { outcome: 'kept' } });
  return { data: result?.displays.map(({ data }) => data), error: result?.error };
}

describe('display', () => {
  it('shows text, markup, bytes and JSON, in order', async () => {
    const { data, error } = await shown(
      "display({ a: 1 }); display.html('<b>x</b>'); display.svg('<svg/>'); display.markdown('# x'); display.latex('x^2'); display.png(Buffer.from('abc')); display.jpeg(new Uint8Array([1, 2])); display.json({ a: [1, null] }); display.bundle({ 'text/plain': 'x', 'application/x': 1 })",
    );
    expect(data).toEqual([
      { 'text/plain': '{ a: 1 }' },
      { 'text/html': '<b>x</b>' },
      { 'image/svg+xml': '<svg/>' },
      { 'text/markdown': '# x' },
      { 'text/latex': 'x^2' },
      { 'image/png': 'YWJj' },
      { 'image/jpeg': 'AQI=' },
      { 'application/json': { a: [1, null] } },
      { 'text/plain': 'x', 'application/x': 1 },
    ]);
    expect(error).toBe('');
  });

  it('shows tables as markup and as text', async () => {
    const { data } = await shown(
      "display.table([{ a: 1, b: 'x<y' }, { a: 2, get c() { throw 1 } }]); display.table(new Map([['k', [1, 2]]]), { columns: [1] })",
    );
    expect(data).toEqual([
      {
        'text/html':
          '<table><tr><th></th><th>a</th><th>b</th><th>c</th></tr><tr><th>0</th><td>1</td><td>x&lt;y</td><td></td></tr><tr><th>1</th><td>2</td><td></td><td>[Getter]</td></tr></table>',
        'text/plain': '   a  b    c\n0  1  x<y\n1  2       [Getter]',
      },
      {
        'text/html': '<table><tr><th></th><th>1</th></tr><tr><th>k</th><td>2</td></tr></table>',
        'text/plain': '   1\nk  2',
      },
    ]);
  });

  it('changes what it has shown under an id, and takes it away', async () => {
    const { data } = await shown(
      "display('gone'); display.clear(); display(1, { id: 'a' }); display('b'); display.update('a', 2); display.html('<i>3</i>', { id: 'a', update: true })",
    );
    expect(data).toEqual([{ 'text/html': '<i>3</i>' }, { 'text/plain': "'b'" }]);
  });

  it('comes behind what was printed before it', async () => {
    await using session = await fixture.session();
    const events: string[] = [];
    session.subscribe({
      output: ({ text }) => void events.push(text),
      display: () => void events.push('display'),
    });
    await session.execute("console.log('before'); display(1)");
    expect(events).toEqual(['before\n', 'display']);
  });

  it.each(['repltool.display', 'Jupyter.display'])(
    'is not needed for a result with a method %s',
    async (symbol) => {
      const { data } = await shown(
        `class Chart { [Symbol.for('${symbol}')]() { return { 'text/html': '<hr>', 'image/png': new Uint8Array([1]) } } }\nnew Chart()`,
      );
      expect(data).toEqual([{ 'text/html': '<hr>', 'image/png': 'AQ==' }]);
    },
  );

  it('may be taken as a name by a cell, and breaks for no other', async () => {
    const results = await runCells(fixture, [
      'display.html = display.update = null',
      'let display = 5; display',
      "({ [Symbol.for('repltool.display')]: () => ({ 'text/plain': 'x' }) })",
    ]);
    expect(results[1]?.result).toBe(5);
    expect(results[2]?.displays).toHaveLength(1);
  });
});

describe('what cannot be shown', () => {
  it('costs a note', async () => {
    const { data, error } = await shown(
      `const symbol = Symbol.for('repltool.display');
      display({ [symbol]() { throw new Error('renderer') } });
      display({ [symbol]: () => 5 });
      display.json({ get a() { throw 1 } });
      display.html(undefined);
      display.bundle({ 'text/plain': 'kept', 'application/json': () => 1 });
      display.html('x'.repeat(5e6));
      ({ get [symbol]() { throw new Error('getter') } })`,
    );
    expect(data).toEqual([
      { 'text/plain': expect.stringContaining('repltool.display') as string },
      { 'text/plain': expect.stringContaining('repltool.display') as string },
      { 'text/plain': 'kept' },
      { 'text/plain': '[larger than 4 MiB: not shown]' },
      { 'text/plain': expect.stringContaining('Getter') as string },
    ]);
    expect(error).toMatch(/Error: renderer[^]*Error: getter/);
    expect(error).not.toContain('/opt/');
  });

  it('calls no getter and no trap of what is shown as text', async () => {
    const { data } = await shown(
      'const loop = {}; loop.loop = loop; display({ get a() { throw 1 } }); display(new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } })); display(loop); display(Array.from({ length: 1e5 }, (_, i) => ({ i })))',
    );
    expect(data?.[0]).toEqual({ 'text/plain': '{ a: [Getter] }' });
    expect(data?.[2]).toEqual({ 'text/plain': '<ref *1> { loop: [Circular *1] }' });
    expect(data?.[3]?.['text/plain']).toContain('more items');
  });

  it('for ever is stopped, and the session stays', async () => {
    await using session = await fixture.session();
    await session.execute('const kept = 1');
    for (const code of [
      "({ [Symbol.for('repltool.display')]() { for (;;) ; } })",
      'for (;;) display(1)',
    ]) {
      const stopped = await session.execute(code, { timeout_ms: 500 });
      expect(stopped).toMatchObject({ status: 'timeout', state: { outcome: 'kept' } });
    }
    expect(texts([await session.execute('kept')])).toEqual(['1']);
  });
});
