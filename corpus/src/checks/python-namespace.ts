import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import type { Replayed } from '../replay/replay.ts';
import { cellsOf, textsOf } from './common.ts';

/** Calls `work` with a variable of this process's environment set, or unset, and puts back what it was. */
async function withVariable(
  name: string,
  value: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  set(value);
  try {
    await work();
  } finally {
    set(before);
  }
}

/** Values, names and surroundings of Python cells. */
export const PYTHON_NAMESPACE_CHECKS: Checks = {
  'py-020-asyncio-run'(replayed) {
    expect(textsOf(replayed)).toEqual(['5', '7', '6', '8']);
    expect(cellsOf(replayed).map(({ status, error }) => [status, error])).toEqual(
      Array.from({ length: 4 }, () => ['ok', '']),
    );
  },

  'py-038-last-expr'(replayed) {
    const texts = textsOf(replayed);
    expect(cellsOf(replayed).every(({ status }) => status === 'ok')).toBe(true);
    // A semicolon suppresses the value, as docs/behaviour.md says.
    expect(texts.slice(0, 9)).toEqual([
      ...['3', null, '5', null, null, '3', null, '[0, 1, 2]', null],
    ]);
    expect(texts[9]).toMatch(/^<function <lambda> /);
    expect(texts[10]).toBe("''");
    expect(replayed.cell(11).result).toBe('');
  },

  async 'py-040-locale-tz'(replayed) {
    const expectTheSame = (one: Replayed): void => {
      expect(textsOf(one)[0]).toBe("('utf-8', 'utf-8', 'utf-8', b'\\xc3\\xa9\\n')");
      expect(textsOf(one)[1]).toBe("('UTC', '/workspace')");
    };
    expectTheSame(replayed);
    for (const language of ['C', undefined, 'de_DE.UTF-8']) {
      await withVariable('LANG', language, () =>
        withVariable('TZ', 'America/New_York', async () => {
          await using again = await replayed.again();
          expectTheSame(again);
        }),
      );
    }
  },

  'py-043-namespace-clean'({ cell }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: '[]' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "(True, '__main__')" });
    expect(cell(3)).toMatchObject({ status: 'ok' });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: '2' });
  },

  'py-046-script-globals'(replayed) {
    const { cell } = replayed;
    expect(cell(1).result_text).toBe("(False, '__main__', True)");
    expect(cell(2).result_text).toBe("([''], True)");
    expect(cell(3)).toMatchObject({ status: 'error', exception: { name: 'ImportError' } });
    expect(cell(4).result_text).toBe("'pk.a'");
    expect(cell(5).result_text).toBe('True');
    expect(cell(6).result_text).toBe('4');
  },
};
