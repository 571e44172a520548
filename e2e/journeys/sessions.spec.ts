import { expect, test } from '../support/fixtures.ts';
import { statusOf, valueOf } from '../support/playground.ts';

test('each language keeps its own session and its own cells', async ({ playground }) => {
  await playground.run('x = "of Python"');
  await playground.choose('JavaScript');
  await expect(playground.cells).toHaveCount(0);
  await playground.run('const x = "of JavaScript"');
  await playground.choose('Python');
  await expect(playground.cells).toHaveCount(1);
  await expect(valueOf(await playground.run('x'))).toHaveText("'of Python'");
  await playground.choose('JavaScript');
  await expect(valueOf(await playground.run('x'))).toHaveText("'of JavaScript'");
});

test('output of a cell never shows in the tab of another language', async ({ playground }) => {
  await playground.start(
    'import time\nfor n in range(20):\n    print("python", n, flush=True)\n    time.sleep(0.05)',
  );
  await playground.choose('Bash');
  const cell = await playground.run('echo bash');
  await expect(cell).toContainText('bash');
  await expect(playground.page.getByRole('tabpanel')).not.toContainText('python 1');
  await playground.choose('Python');
  await expect(statusOf(playground.lastCell)).toHaveText('Done');
  await expect(playground.lastCell).toContainText('python 19');
});

test('a new session forgets the variables and keeps the old cells to be read', async ({
  playground,
  page,
}) => {
  await playground.run('x = 1');
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start a new session' }).click();
  await expect(page.getByTestId('session-status')).toHaveText('Ready');
  const cell = await playground.run('x');
  await expect(cell).toContainText("NameError: name 'x' is not defined");
  await expect(playground.cells).toHaveCount(2);
  await expect(page.getByText('New session', { exact: true }).last()).toBeVisible();
});

test('after the session was ended, elsewhere too, the next run starts a new one', async ({
  playground,
  page,
  server,
}) => {
  await playground.run('x = 1');
  const id = await page.getByTitle(/^[0-9a-f]{32}$/).getAttribute('title');
  const ended = await fetch(`${server.baseUrl}/api/v1/sessions/${id ?? ''}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(ended.status).toBe(204);
  await expect(page.getByText('The session has ended')).toBeVisible();
  await expect(valueOf(await playground.run('"new"'))).toHaveText("'new'");
  await expect(page.getByText('The session has ended')).toBeHidden();
});
