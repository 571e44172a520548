import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { outputOf } from '../support/playground.ts';

const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url));
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280] as const;

const REPORT = `import sys
from collections import Counter

words = "the quick brown fox jumps over the lazy dog".split()
print(f"{len(words)} words")
for name, code in [("red", 31), ("green", 32), ("yellow", 33), ("blue", 34)]:
    print(f"\\x1b[{code}m{name:8}\\x1b[0m \\x1b[1;{code}mbold\\x1b[0m")
print("careful: two words are the same", file=sys.stderr)
Counter(words).most_common(3)`;

const FAILS = `def mean(values):
    return sum(values) / len(values)

mean([])`;

const RUNS = `import time

for step in range(4):
    print(f"step {step + 1} of 600", flush=True)
time.sleep(30)`;

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
}

for (const theme of THEMES) {
  for (const width of WIDTHS) {
    test.describe(`${theme} ${width}`, () => {
      const name = (scene: string): string => `${scene}-${theme}-${width}`;
      test.use({
        colorScheme: theme,
        viewport: { width, height: width === 360 ? 740 : 900 },
      });

      test('the notebook', async ({ playground, page }) => {
        await picture(page, name('1-first'));
        await playground.run(REPORT);
        await picture(page, name('2-outputs'));
        await playground.run(FAILS);
        await playground.start(RUNS);
        await expect(outputOf(playground.lastCell)).toContainText('step 4 of 600');
        await playground.write('# the next cell\nsummary = {"done": True}\nsummary');
        await picture(page, name('3-error-and-running'));
        await playground.interrupt();
        await expect(playground.lastCell).toHaveAttribute('data-phase', 'finished');
        await playground.lastCell.hover();
        await picture(page, name('4-interrupted'));
        await page.getByRole('button', { name: 'New session' }).click();
        await picture(page, name('5-confirm'));
      });

      test('floods, limits and languages', async ({ playground, page }) => {
        await playground.run('for n in range(3000): print(f"line {n}")');
        await picture(page, name('6-flood'));
        await playground.choose('Bash');
        await playground.run('ls -la /workspace; date -u +%F\nno_such_command --flag');
        await picture(page, name('7-bash'));
        await playground.choose('TypeScript');
        await playground.run(
          'interface Point { x: number; y: number }\nconst points: Point[] = [{ x: 1, y: 2 }, { x: 3, y: 4 }];\npoints.map(({ x, y }) => Math.hypot(x, y))',
        );
        await picture(page, name('8-typescript'));
      });

      test('late output and an ended session', async ({ playground, page, server }) => {
        await playground.run(
          'import threading\nthreading.Timer(0.5, lambda: print("a timer fired", flush=True)).start()\nprint("started")',
        );
        await expect(playground.lastCell.locator('[data-late="true"]')).toBeVisible();
        await picture(page, name('10-late'));
        const id = await page.getByTitle(/^[0-9a-f]{32}$/).getAttribute('title');
        await fetch(`${server.baseUrl}/api/v1/sessions/${id ?? ''}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${server.token}` },
        });
        await expect(page.getByText('The session has ended')).toBeVisible();
        await picture(page, name('11-ended'));
      });

      test('the token form', async ({ page, server }) => {
        await page.goto(server.baseUrl);
        const field = page.getByLabel('Token', { exact: true });
        await field.fill('wrong');
        await field.press('Enter');
        await expect(page.getByRole('alert')).toBeVisible();
        await picture(page, name('9-token'));
      });
    });
  }
}
