import { expect, test } from '../support/fixtures.ts';
import { outputOf, valueOf } from '../support/playground.ts';

test('everything can be done by keyboard alone', async ({ playground, page }) => {
  await playground.page.keyboard.press('Control+A');
  await page.keyboard.insertText('6 * 7');
  await page.keyboard.press('Shift+Enter');
  await expect(valueOf(playground.lastCell)).toHaveText('42');

  await page.keyboard.insertText('while True: pass');
  await page.keyboard.press('Control+Enter');
  await expect(playground.lastCell).toHaveAttribute('data-phase', 'running');
  await page.keyboard.press('Control+.');
  await expect(playground.lastCell).toHaveAttribute('data-phase', 'finished');

  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(playground.editor).toContainText('6 * 7');

  await page.keyboard.press('Control+M');
  await page.keyboard.press('Tab');
  await expect(playground.editor).not.toBeFocused();
  await page.getByRole('tab', { name: 'Python' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await expect(page.getByRole('tab', { selected: true })).not.toHaveText('Python');
});

test('a screen reader is told how a cell ended', async ({ playground, page }) => {
  await playground.run('6 * 7');
  await expect(page.getByText('Cell 1: Done. 42')).toHaveAttribute('aria-live', 'polite');
});

test('a narrow screen shows everything without scrolling sideways', async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const cell = await playground.run(`print('wide ' * 200)\n'x' * 300`);
  await expect(outputOf(cell)).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expect(playground.runButton).toBeInViewport();
  await expect(playground.interruptButton).toBeInViewport();
  await expect(page.getByRole('tab', { name: 'Python' })).toBeInViewport();
});

test('the theme follows the system until one is chosen, and the choice is kept', async ({
  playground,
  page,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.getByRole('button', { name: /^Theme: Auto/ }).click();
  expect(await background()).toBe(light);
  await page.reload();
  await playground.ready();
  expect(await background()).toBe(light);
  await page.evaluate(() => localStorage.clear());
});
