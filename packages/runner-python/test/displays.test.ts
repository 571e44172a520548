import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createPythonRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createPythonRunner());

const PNG = String.raw`b'\x89PNG\r\n\x1a\n'`;
const TABLE = `
class Table:
    def __repr__(self): return 'table'
    def _repr_html_(self): return '<b>é€</b>'
`;

const shown = async (...cells: readonly string[]) => {
  const { displays, error } = await fixture.run(...cells);
  return { error, data: displays.map(({ data }) => data) };
};

describe('rich results of Python', () => {
  it('shows a trailing value by what its class says of it', async () => {
    const result = await fixture.run(`${TABLE}\nTable()`);
    expect(result).toMatchObject({ result_text: 'table', status: 'ok' });
    expect(result.displays).toEqual([
      {
        data: { 'text/plain': 'table', 'text/html': '<b>é€</b>' },
        metadata: {},
        display_id: null,
      },
    ]);
  });

  it('shows nothing for plain values, for classes, and behind a semicolon', async () => {
    for (const code of ['[1, 2]', 'Table', 'Table();']) {
      expect((await shown(TABLE, code)).data).toEqual([]);
    }
  });

  it('shows what display() is given, one after another', async () => {
    const { data } = await shown(`${TABLE}\nhandle = display(Table(), 5)\ndisplay([1])`);
    expect(data.map((bundle) => bundle['text/plain'])).toEqual(['table', '5', '[1]']);
  });

  it.each([
    [`HTML('<i>')`, { 'text/html': '<i>' }],
    [`Markdown('# a')`, { 'text/markdown': '# a' }],
    [`Latex('$x$')`, { 'text/latex': '$x$' }],
    [`SVG('<svg/>')`, { 'image/svg+xml': '<svg/>' }],
    [`JSON({'a': [1, (2.5, None)]})`, { 'application/json': { a: [1, [2.5, null]] } }],
    [`Image(${PNG})`, { 'image/png': 'iVBORw0KGgo=' }],
  ])('has %s in the module repltool', async (expression, data) => {
    const result = await shown(`from repltool import *\n${expression}`);
    expect(result.data).toMatchObject([data]);
  });

  it('changes and clears what it has shown', async () => {
    const update = await fixture.run(
      `from repltool import HTML, display, update_display
handle = display(HTML('1'), display_id='here')
handle.update(HTML('2'))
update_display(HTML('3'), display_id='here')`,
    );
    expect(update.displays).toMatchObject([{ display_id: 'here', data: { 'text/html': '3' } }]);
    const cleared = await shown(
      `from repltool import clear_output\ndisplay(1)\nclear_output(wait=True)\ndisplay(2)`,
    );
    expect(cleared.data).toEqual([{ 'text/plain': '2' }]);
  });

  it('takes bundles with metadata, and objects that show themselves', async () => {
    const { displays } = await fixture.run(`
class Both:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {'text/html': 'h', 'image/png': b'abc'}, {'image/png': {'width': 3}}
class Itself:
    def _ipython_display_(self): display('itself')
display(Both())
Itself()`);
    expect(displays).toMatchObject([
      { data: { 'text/html': 'h', 'image/png': 'YWJj' }, metadata: { 'image/png': { width: 3 } } },
      { data: { 'text/plain': `'itself'` } },
    ]);
  });

  it('leaves out what fails, and says so', async () => {
    const { data, error } = await shown(`
class Broken:
    def __repr__(self): return 'broken'
    def _repr_html_(self): raise ValueError('no')
    def _repr_markdown_(self): return 'still'
Broken()`);
    expect(data).toEqual([{ 'text/plain': 'broken', 'text/markdown': 'still' }]);
    expect(error).toBe('Broken._repr_html_() raised ValueError: no\n');
  });

  it('shows a placeholder for what is too large', async () => {
    const { data } = await shown(`from repltool import HTML\nHTML('x' * 5_000_000)`);
    expect(data).toEqual([{ 'text/plain': expect.stringContaining('MiB') as string }]);
  });

  it('loses a cell to an endless representation, and not the session', async () => {
    await using session = await fixture.session();
    const endless = `class Endless:\n    def _repr_html_(self):\n        while True: pass\nEndless()`;
    expect(await session.execute(endless, { timeout_ms: 500 })).toMatchObject({
      status: 'timeout',
      state: { outcome: 'kept' },
    });
    expect(await session.execute('1 + 1')).toMatchObject({ result: 2 });
  });
});

describe('rich results in strict mode', () => {
  it('are shown, and lead nowhere', async () => {
    await using session = await fixture.session({ sandbox_mode: 'strict' });
    const { status, displays } = await session.execute(
      `${TABLE}\nhandle = display(Table(), display_id=True)\nhandle.update(2)\nTable()`,
    );
    expect(status).toBe('ok');
    expect(displays).toMatchObject([
      { data: { 'text/plain': '2' } },
      { data: { 'text/plain': 'table' } },
    ]);
    const { result } = await session.execute(`sorted(n for n in dir(handle) if n[:2] != '__')`);
    expect(result).toEqual(['display', 'display_id', 'update']);
  });
});
