import { expect, test as base } from '@playwright/test';
import { PlaygroundPage } from './playground.ts';
import { startServer, type RunningServer } from './server.ts';

interface WorkerFixtures {
  /** One server for all tests of a worker; each test has sessions of its own. */
  readonly server: RunningServer;
}

interface TestFixtures {
  /** The page, opened and ready; a fault it logs fails the test. */
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

  playground: async ({ page, server }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const playground = new PlaygroundPage(page);
    await playground.open(server);
    await use(playground);
    expect(faults).toEqual([]);
  },
});

export { expect };
