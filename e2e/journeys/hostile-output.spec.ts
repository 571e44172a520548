import { expect, test } from '../support/fixtures.ts';
import { outputOf, valueOf } from '../support/playground.ts';

/** pg-001: nothing a program prints, returns or raises becomes part of the document. */
const MARKUP = [
  {
    language: 'Python',
    code: `print('<img src=x onerror="window.__xss=1"><script>window.__xss=2</script>')`,
  },
  { language: 'Python', code: `'<svg onload=window.__xss=3>'` },
  { language: 'Python', code: `raise ValueError('<b onmouseover=window.__xss=4>x</b>')` },
  { language: 'JavaScript', code: `throw new Error('</pre><script>window.__xss=5</script>')` },
  { language: 'Bash', code: `echo '"><a href=javascript:window.__xss=6>k</a>'` },
] as const;

test('shows markup as text, also after a reload', async ({ playground, page }) => {
  const assertInert = async (): Promise<void> => {
    expect(await page.evaluate(() => Reflect.get(window, '__xss') as unknown)).toBeUndefined();
    await expect(playground.cells.locator('img, script, a, svg, b')).toHaveCount(0);
  };
  for (const { language, code } of MARKUP) {
    await playground.choose(language);
    await playground.run(code);
  }
  await assertInert();
  await page.reload();
  await playground.ready();
  await playground.choose('Python');
  await expect(outputOf(playground.cells.first())).toHaveText(
    '<img src=x onerror="window.__xss=1"><script>window.__xss=2</script>',
  );
  await expect(valueOf(playground.cells.nth(1))).toContainText('<svg onload=window.__xss=3>');
  await expect(playground.cells.nth(2)).toContainText('<b onmouseover=window.__xss=4>x</b>');
  await assertInert();
});

test('is served with a policy that runs no inline script', async ({ page, server }) => {
  const response = await page.goto(server.baseUrl);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('draws a progress bar of 10 001 steps as one line', async ({ playground }) => {
  const cell = await playground.run(
    [
      'import sys',
      'for i in range(10001):',
      "    sys.stdout.write(f'\\r{i:5d}/10000 ' + '#' * (i // 200))",
      '    if i % 100 == 0: sys.stdout.flush()',
      'print()',
      "print('a\\r\\r\\nb\\rB\\bC\\r\\n')",
    ].join('\n'),
  );
  await expect(outputOf(cell).locator('[data-stream="stdout"] > div')).toHaveText([
    `10000/10000 ${'#'.repeat(50)}`,
    'a',
    'C',
    '',
  ]);
});

test('shows colours of the terminal', async ({ playground }) => {
  const cell = await playground.run(`print('\\x1b[1;31mred\\x1b[0m plain')`);
  const red = outputOf(cell).locator('span', { hasText: 'red' });
  await expect(red).toHaveCSS('font-weight', '700');
  await expect(outputOf(cell)).toHaveText('red plain');
});

test('stays usable under a flood of lines, and shows older ones on request', async ({
  playground,
  page,
}) => {
  const cell = await playground.run('for n in range(100_000): print(n)');
  await expect(outputOf(cell)).toContainText('99999');
  expect(await outputOf(cell).locator('[data-stream] > div').count()).toBeLessThanOrEqual(501);
  await page.getByRole('button', { name: /earlier lines/ }).click();
  expect(await outputOf(cell).locator('[data-stream] > div').count()).toBeGreaterThan(501);
  await expect(valueOf(await playground.run('1 + 1'))).toHaveText('2');
});
