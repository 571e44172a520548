import { expect, test } from '../support/fixtures.ts';
import { PlaygroundPage, statusOf, valueOf } from '../support/playground.ts';
import { startServer } from '../support/server.ts';

const HIT = `import time\nopen('hits.txt', 'a').write('x')\ntime.sleep(0.5)`;

test('a double click on Run runs once', async ({ playground }) => {
  await playground.write(HIT);
  await playground.runButton.dblclick();
  await expect(statusOf(playground.lastCell)).toHaveText('Done');
  await expect(playground.cells).toHaveCount(1);
  await expect(valueOf(await playground.run(`open('hits.txt').read()`))).toHaveText("'x'");
});

test('repeated shortcuts run as often as cells appear', async ({ playground, page }) => {
  await playground.write(HIT);
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Control+Enter');
  await expect(statusOf(playground.lastCell)).toHaveText('Done');
  await expect(playground.cells).toHaveCount(1);
  await expect(valueOf(await playground.run(`open('hits.txt').read()`))).toHaveText("'x'");
});

test('while a cell runs nothing else can be run, and the button says why', async ({
  playground,
}) => {
  await playground.start('while True: pass');
  await expect(playground.runButton).toBeDisabled();
  await playground.interrupt();
  await expect(playground.runButton).toBeEnabled();
});

test('a server that restarts during a cell leaves a page that works again', async ({ page }) => {
  const first = await startServer();
  const playground = new PlaygroundPage(page);
  await playground.open(first);
  await playground.run('x = 1');
  await playground.start('import time\ntime.sleep(30)');
  await expect(playground.lastCell).toHaveAttribute('data-phase', 'running');
  await first.stop();
  await expect(page.getByText('The connection to the server is lost')).toBeVisible();
  await expect(playground.runButton).toBeDisabled();

  const second = await startServer({ port: first.port, token: first.token });
  try {
    await expect(page.getByText('The session is gone')).toBeVisible();
    await expect(statusOf(playground.lastCell)).toHaveText('Result unknown');
    await expect(valueOf(await playground.run('"works again"'))).toHaveText("'works again'");
  } finally {
    await second.stop();
  }
});
