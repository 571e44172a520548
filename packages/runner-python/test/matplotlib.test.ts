import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createPythonRunner } from '../src/index.ts';
import { host } from './interpreters.ts';

/** The distribution's own, which has its packages where the host's first choice may have none. */
const INTERPRETER = '/usr/bin/python3';
const present = await host.output(INTERPRETER, ['-c', 'import matplotlib, pandas; print("yes")']);

describe.runIf(present !== null)('matplotlib and pandas', () => {
  const fixture = createRunnerFixture(createPythonRunner({ interpreter: INTERPRETER }));
  const limits = { resource_limits: { max_memory_mb: 512 } };
  const PLOT = 'import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\n';
  const PICTURE = {
    'image/png': expect.stringMatching(/^iVBOR/) as string,
    'image/svg+xml': expect.stringContaining('<svg') as string,
  };

  const run = async (...cells: readonly string[]) => {
    await using session = await fixture.session(limits);
    const results = [];
    for (const cell of cells) results.push(await session.execute(cell));
    return results;
  };

  it('shows a figure once when its cell ends, and closes it', async () => {
    const [first, second] = await run(PLOT, 'plt.get_fignums()');
    expect(first?.displays).toMatchObject([{ data: PICTURE }]);
    expect(first?.error).toBe('');
    expect(second).toMatchObject({ result: [], displays: [] });
  });

  it('shows it once by show(), by its name, or when the cell fails', async () => {
    for (const end of ['plt.show()', 'plt.gcf()', 'display(plt.gcf())', '1 / 0']) {
      const [result] = await run(PLOT + end);
      expect(result?.displays, end).toMatchObject([{ data: PICTURE }]);
    }
  });

  it('costs no more than a note when it cannot be drawn', async () => {
    const [broken, next] = await run(`${PLOT}\nplt.title(r'$\\frac{$');`, '1 + 1');
    expect(broken?.error).toContain('A figure raised ValueError');
    expect(next).toMatchObject({ result: 2 });
  });

  it('shows tables', async () => {
    const [table] = await run(`import pandas\npandas.DataFrame({'a': [1, 2]})`);
    expect(table?.displays).toMatchObject([
      { data: { 'text/html': expect.stringContaining('<table') as string } },
    ]);
  });
});
