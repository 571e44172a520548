import { ReplError, type InputRequest } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function inputTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('input', () => {
    it('is at its end when nobody answers (R-EXE-09)', async () => {
      const result = await fixture.run(samples.readLine);
      expect(result).toMatchObject({ output: 'got:\n' });
    });

    if (fixture.plugin.capabilities.stdin !== true) return;

    it('is asked for a line at a time, from whoever runs the cell', async () => {
      await using session = await fixture.session();
      const lines = ['one', '', 'zwei €😀', null];
      const cell = [1, 2, 3, 4].map(() => samples.readLine).join('\n');
      const result = await session.execute(cell, { onInput: () => lines.shift() ?? null });
      expect(result).toMatchObject({ output: 'got:one\ngot:\ngot:zwei €😀\ngot:\n' });
    });

    it('is asked for by a request that is answered once', async () => {
      await using session = await fixture.session();
      const requests: InputRequest[] = [];
      session.subscribe({
        inputRequest(request) {
          requests.push(request);
          session.reply({ request_id: request.request_id, text: 'hello' });
          return true;
        },
      });
      const result = await session.execute(samples.readLine);
      expect(result).toMatchObject({ status: 'ok', output: 'got:hello\n' });
      expect(requests).toMatchObject([{ execution_id: result.execution_id, password: false }]);
      const [{ request_id } = { request_id: '' }] = requests;
      expect(() => session.reply({ request_id, text: 'again' })).toThrow(ReplError);
    });

    it('is given up at the deadline, or by an interrupt, and is not input of the next cell', async () => {
      await using session = await fixture.session();
      let request: InputRequest | undefined;
      session.subscribe({
        inputRequest(asked) {
          request = asked;
          return true;
        },
      });
      const late = await session.execute(samples.readLine, { timeout_ms: 500 });
      expect(late).toMatchObject({ status: 'timeout', state: { outcome: 'kept' } });
      expect(late.usage.cpu_user_ms ?? 0).toBeLessThan(400);

      const interrupted = session.execute(samples.readLine);
      await expect.poll(() => request?.execution_id).not.toBe(late.execution_id);
      session.interrupt();
      expect(await interrupted).toMatchObject({ status: 'interrupted' });
      expect(() => session.reply({ request_id: request?.request_id ?? '', text: 'x' })).toThrow(
        'request_id',
      );
      const next = await session.execute(samples.readLine, { allow_stdin: false });
      expect(next).toMatchObject({ output: 'got:\n' });
    });
  });
}
