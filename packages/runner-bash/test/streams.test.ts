import type { OutputEvent } from '@repltool/protocol';
import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createBashRunner } from '../src/index.ts';
import { replay } from './replay.ts';

const fixture = createRunnerFixture(createBashRunner());

describe('streams', () => {
  it('lets cells redirect the shell for good, and ends each all the same (sh-010)', () =>
    replay(fixture, [
      { code: 'exec 5>&1 >hid.txt; echo hidden', output: '', exit: 0 },
      { code: 'echo hidden2; (exit 3)', output: '', exit: 3 },
      { code: 'exec >&5 5>&-; echo back; cat hid.txt', output: 'back\nhidden\nhidden2\n' },
      { code: 'exec 2>/dev/null; nosuch_cmd', error: '', exit: 127 },
      { code: 'exec 2>&1; echo e2 >&2', output: 'e2\n' },
      { code: 'exec <&-; cat', exit: 1 },
      { code: 'exec 1>&- 2>&-; echo gone', output: '', error: '' },
      { code: 'true', exit: 0, status: 'ok' },
      { code: 'exit 3', exit: 3, status: 'exited' },
      { code: 'true', exit: 0, status: 'ok' },
    ]));

  it('gives end of file on standard input to whoever reads it (sh-016, R-EXE-09)', () =>
    replay(fixture, [
      { code: 'read x; echo "rc=$? x=[$x]"', output: 'rc=1 x=[]\n' },
      { code: 'cat', output: '' },
      { code: 'head -n1; echo more', output: 'more\n' },
      { code: 'while read -r l; do echo "$l"; done', output: '' },
      { code: 'echo still here', output: 'still here\n' },
    ]));

  it('says nothing of jobs that start and end (sh-018)', () =>
    replay(fixture, [
      { code: 'sleep 300 & echo started', output: 'started\n', error: '' },
      { code: 'jobs -r | wc -l', output: '1\n' },
      { code: 'kill $!; wait 2>/dev/null; jobs -r | wc -l', output: '0\n' },
      { code: 'echo quiet', output: 'quiet\n', error: '' },
    ]));

  it('delivers late output once, under the cell it comes from (sh-020, R-EXE-03)', async () => {
    await using session = await fixture.session();
    const late: OutputEvent[] = [];
    const both = new Promise<void>((resolve) => {
      session.subscribe({
        output: (event) => {
          if (event.late && late.push(event) === 2) resolve();
        },
      });
    });
    const first = await session.execute('(sleep 0.3; echo late; echo lateerr >&2) & echo now');
    expect(first.output).toBe('now\n');
    await both;
    expect((await session.execute('echo two')).output).toBe('two\n');
    expect(late).toMatchObject([
      { execution_id: first.execution_id },
      { execution_id: first.execution_id },
    ]);
    expect(late.map(({ text }) => text).sort()).toEqual(['late\n', 'lateerr\n']);
  });

  it('hands the protocol to no child', async () => {
    const result = await fixture.run('ls -l /proc/self/fd; ls /proc/self/fd | wc -l');
    expect(result.output).toMatch(/\n4\n$/);
  });

  it('keeps every byte of much output', async () => {
    const result = await fixture.run('head -c 1000000 /dev/zero | tr "\\0" c; echo');
    expect(result.output).toBe(`${'c'.repeat(1_000_000)}\n`);
  });
});
