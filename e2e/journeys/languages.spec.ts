import { expect, test } from '../support/fixtures.ts';
import { outputOf, statusOf, valueOf, type Language } from '../support/playground.ts';

interface LanguageCase {
  readonly language: Language;
  readonly define: string;
  readonly use: string;
  /** Where `use` shows 42: as the value, or in what it printed. */
  readonly shown: 'value' | 'output';
  readonly streams: string;
  readonly streamsApart: string;
  readonly endless: string;
  readonly fails: string;
  readonly failure: RegExp;
}

const LANGUAGES: readonly LanguageCase[] = [
  {
    language: 'Python',
    define: 'x = 20',
    use: 'x + 22',
    shown: 'value',
    streams: 'import time\nprint("first", flush=True)\ntime.sleep(2)\nprint("second")',
    streamsApart: 'import sys\nprint("to out")\nprint("to err", file=sys.stderr)',
    endless: 'while True:\n    pass',
    fails: 'a = 1\nb = 0\na / b',
    failure: /line 3[\s\S]*ZeroDivisionError: division by zero/,
  },
  {
    language: 'JavaScript',
    define: 'const x = 20',
    use: 'x + 22',
    shown: 'value',
    streams:
      'console.log("first");\nawait new Promise((done) => setTimeout(done, 2000));\nconsole.log("second");',
    streamsApart: 'console.log("to out");\nconsole.error("to err");',
    endless: 'for (;;) {}',
    fails: 'const a = 1;\nlet b;\nb.c;',
    failure: /TypeError: Cannot read properties of undefined[\s\S]*3/,
  },
  {
    language: 'TypeScript',
    define: 'const x: number = 20',
    use: 'x + (22 as number)',
    shown: 'value',
    streams:
      'console.log("first" as string);\nawait new Promise<void>((done) => setTimeout(done, 2000));\nconsole.log("second");',
    streamsApart: 'console.log("to out");\nconsole.error("to err");',
    endless: 'for (;;) {}',
    fails: 'const a: number = 1;\nlet b: any;\nb.c;',
    failure: /TypeError: Cannot read properties of undefined[\s\S]*3/,
  },
  {
    language: 'Bash',
    define: 'x=20',
    use: 'echo $((x + 22))',
    shown: 'output',
    streams: 'echo first\nsleep 2\necho second',
    streamsApart: 'echo to out\necho to err >&2',
    endless: 'while :; do :; done',
    fails: 'true\ntrue\nno_such_command',
    failure: /line 3: no_such_command: command not found/,
  },
];

for (const cases of LANGUAGES) {
  test.describe(cases.language, () => {
    test('keeps state from cell to cell', async ({ playground }) => {
      await playground.choose(cases.language);
      await playground.run(cases.define);
      const cell = await playground.run(cases.use);
      await expect(cases.shown === 'value' ? valueOf(cell) : outputOf(cell)).toHaveText('42');
      await expect(statusOf(cell)).toHaveText('Done');
    });

    test('shows output while the cell still runs', async ({ playground, page }) => {
      await playground.choose(cases.language);
      await playground.start(cases.streams);
      const phaseAtFirst = await page.waitForFunction(() => {
        const shown = document.querySelector('[data-testid="output"]');
        const cell = shown?.closest('[data-phase]');
        return shown?.textContent?.includes('first') ? cell?.getAttribute('data-phase') : null;
      });
      expect(await phaseAtFirst.jsonValue()).toBe('running');
      await expect(playground.lastCell).toHaveAttribute('data-phase', 'finished');
      await expect(outputOf(playground.lastCell)).toHaveText('firstsecond');
    });

    test('shows what went to stderr apart', async ({ playground }) => {
      await playground.choose(cases.language);
      const cell = await playground.run(cases.streamsApart);
      await expect(cell.locator('[data-stream="stdout"]')).toHaveText('to out');
      await expect(cell.locator('[data-stream="stderr"]')).toContainText('to err');
    });

    test('interrupts an endless loop and still has the variables', async ({ playground }) => {
      await playground.choose(cases.language);
      await playground.run(cases.define);
      const endless = await playground.start(cases.endless);
      await playground.interrupt();
      await expect(statusOf(endless)).toHaveText('Interrupted');
      const cell = await playground.run(cases.use);
      await expect(cases.shown === 'value' ? valueOf(cell) : outputOf(cell)).toHaveText('42');
    });

    test('shows an error with the line it is in', async ({ playground }) => {
      await playground.choose(cases.language);
      const cell = await playground.run(cases.fails);
      await expect(statusOf(cell)).toHaveText('Error');
      await expect(cell).toHaveText(cases.failure);
    });
  });
}
