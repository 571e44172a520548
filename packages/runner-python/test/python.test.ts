import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { firstInterpreter } from './interpreters.ts';

it("passes the driver's own tests in Python", async () => {
  const child = spawn(await firstInterpreter(), ['-B', '-m', 'unittest', 'discover', '-s', '.'], {
    cwd: fileURLToPath(new URL('./python', import.meta.url)),
    env: {
      PYTHONPATH: fileURLToPath(new URL('../driver', import.meta.url)),
      PATH: '/usr/bin:/bin',
    },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  let report = '';
  child.stderr.on('data', (chunk) => (report += String(chunk)));
  await once(child, 'close');
  expect(report).toMatch(/Ran \d+ tests[^]*OK/);
  expect(child.exitCode).toBe(0);
});
