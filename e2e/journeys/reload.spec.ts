import { expect, test } from '../support/fixtures.ts';
import { outputOf, statusOf, valueOf } from '../support/playground.ts';

test('takes the token out of the address and keeps it for the tab', async ({
  playground,
  page,
}) => {
  expect(page.url()).not.toContain('token');
  await page.reload();
  await playground.ready();
});

test('asks for a token without one, says when it is wrong, and opens with the right one', async ({
  page,
  server,
}) => {
  await page.goto(server.baseUrl);
  const field = page.getByLabel('Token', { exact: true });
  await expect(field).toBeFocused();
  await field.fill('wrong');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('does not know this token');
  await page.getByLabel('Token', { exact: true }).fill(server.token);
  await page.getByRole('button', { name: 'Open the playground' }).click();
  await expect(page.getByTestId('connection')).toHaveText('Connected');
});

test('a reload brings the session, its cells and what they wrote back and runs nothing', async ({
  playground,
  page,
}) => {
  await playground.run('print("written")\nhits = globals().get("hits", 0) + 1\nhits');
  await playground.run('1 / 0');
  await page.reload();
  await playground.ready();

  await expect(playground.cells).toHaveCount(2);
  await expect(outputOf(playground.cells.first())).toHaveText('written');
  await expect(valueOf(playground.cells.first())).toHaveText('1');
  await expect(playground.cells.last()).toContainText('ZeroDivisionError');
  await expect(valueOf(await playground.run('hits'))).toHaveText('1');
});

test('a cell that runs during a reload is there afterwards and can be stopped', async ({
  playground,
  page,
}) => {
  await playground.run('kept = "still here"');
  await playground.start('print("looping", flush=True)\nwhile True:\n    pass');
  await expect(outputOf(playground.lastCell)).toHaveText('looping');
  await playground.write('"unsent"');
  await page.reload();
  await playground.ready();

  await expect(playground.lastCell).toHaveAttribute('data-phase', 'running');
  await expect(outputOf(playground.lastCell)).toHaveText('looping');
  await expect(playground.editor).toContainText('"unsent"');
  await playground.interrupt();
  await expect(statusOf(playground.lastCell)).toHaveText('Interrupted');
  await expect(valueOf(await playground.run('kept'))).toHaveText("'still here'");
});

test('what was cleared stays away after a reload, and the variables are still there', async ({
  playground,
  page,
}) => {
  await playground.run('secret = 7\nprint("clear me")');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(playground.cells).toHaveCount(0);
  await playground.run('secret + 1');
  await page.reload();
  await playground.ready();
  await expect(playground.cells).toHaveCount(1);
  await expect(valueOf(playground.lastCell)).toHaveText('8');
});
