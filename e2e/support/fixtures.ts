import { expect, test as base, type BrowserContext } from '@playwright/test';
import { PlaygroundPage } from './playground.ts';
import { startServer, type RunningServer } from './server.ts';

interface WorkerFixtures {
  /** One server for all tests of a worker. */
  readonly server: RunningServer;
  /** One browser profile for all tests of a worker, so that the editor is loaded and compiled once. */
  readonly profile: BrowserContext;
}

interface TestFixtures {
  /** The playground in a tab of its own, which is where its sessions and token live; a fault it logs fails the test. */
  readonly playground: PlaygroundPage;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  profile: [
    async ({ browser }, use) => {
      const profile = await browser.newContext({
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],

  page: async ({ profile, viewport, colorScheme }, use) => {
    const page = await profile.newPage();
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: colorScheme ?? null });
    await use(page);
    await page.close();
  },

  playground: async ({ page, server }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const playground = new PlaygroundPage(page);
    await playground.open(server);
    await use(playground);
    await page.close();
    await server.endSessions();
    expect(faults).toEqual([]);
  },
});

export { expect };
