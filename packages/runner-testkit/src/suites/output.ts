import type { OutputEvent } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

const EURO_ROCKET = [...Buffer.from('€🚀\n')];

export function outputTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('output', () => {
    it('captures stdout and stderr apart, byte for byte (R-EXE-02)', async () => {
      const both = `${samples.print('to stdout')}\n${samples.printError('to stderr')}`;
      expect(await fixture.run(both)).toMatchObject({
        output: 'to stdout\n',
        error: 'to stderr\n',
      });
      expect(await fixture.run(samples.printBare('no newline'))).toMatchObject({
        output: 'no newline',
      });
    });

    it('streams output while the cell still runs (R-EXE-02)', async () => {
      await using session = await fixture.session();
      let ended = false;
      let endedAtFirstOutput: boolean | undefined;
      const result = await session
        .execute(samples.printSleepPrint('first', 1, 'second'), {
          onOutput: () => (endedAtFirstOutput ??= ended),
        })
        .finally(() => (ended = true));
      expect(endedAtFirstOutput).toBe(false);
      expect(result.output).toBe('first\nsecond\n');
      const [first] = session.output(0).events;
      expect(first).toMatchObject({ text: 'first\n', execution_id: result.execution_id });
    });

    it('captures a child process in the right cell (R-EXE-02, R-EXE-03)', async () => {
      await using session = await fixture.session();
      expect((await session.execute(samples.printFromChild('child'))).output).toBe('child\n');
      expect((await session.execute(samples.print('parent'))).output).toBe('parent\n');
    });

    it('never splits a character, however it is written', async () => {
      await using session = await fixture.session();
      const events: OutputEvent[] = [];
      const result = await session.execute(samples.writeByteByByte(EURO_ROCKET), {
        onOutput: (event) => events.push(event),
      });
      expect(result.output).toBe('€🚀\n');
      expect(events.map(({ text }) => text).join('')).toBe('€🚀\n');
    });

    it('replaces invalid bytes and keeps the rest', async () => {
      const result = await fixture.run(samples.writeByteByByte([0x61, 0xff, 0x62]));
      expect(result.output).toBe('a\uFFFDb');
    });

    it('labels late output and gives it to no other cell (R-EXE-03)', async () => {
      await using session = await fixture.session();
      const late = new Promise<OutputEvent>((resolve) => {
        session.subscribe({ output: (event) => event.late && resolve(event) });
      });
      const result = await session.execute(samples.printLater('late', 0.3));
      expect(await late).toMatchObject({ text: 'late\n', execution_id: result.execution_id });
      expect((await session.execute(samples.print('next'))).output).toBe('next\n');
    });

    it('ends a cell that writes more than max_output_size and keeps head and tail (R-LIM-04)', async () => {
      await using session = await fixture.session({ resource_limits: { max_output_size: 10_000 } });
      const result = await session.execute(samples.printLines(5000));
      expect(result).toMatchObject({ status: 'limit', failure: { code: 'OutputLimitExceeded' } });
      // What the language itself had to say of it on stderr is kept whole.
      const share = 10_000 - Buffer.byteLength(result.error);
      expect(result.truncated).toMatchObject([
        { stream: 'stdout', kept_head_bytes: Math.floor(share * 0.4) },
      ]);
      expect(result.usage.output_bytes).toBeGreaterThan(10_000);
      expect(await session.execute(samples.print('on'))).toMatchObject({
        status: 'ok',
        output: 'on\n',
      });
    });

    it('keeps the output of many quick cells apart (R-EXE-03)', async () => {
      await using session = await fixture.session();
      for (let i = 0; i < 100; i += 1) {
        expect((await session.execute(samples.print(`cell ${i}`))).output).toBe(`cell ${i}\n`);
      }
    });
  });
}
