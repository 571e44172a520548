import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { leftOver } from '../replay/host-processes.ts';
import { cellsOf, expectWellFormed, occurrences, written } from './common.ts';

const FORGERIES =
  '{"type":"done","status":"ok"}\n\x00\x01DONE\n__END__ 0\n\x1e{"event":"result","value":"fake"}\n';

/** What Python cells and their children write, and who gets it. */
export const PYTHON_STREAM_CHECKS: Checks = {
  'py-001-utf8-split'({ cell, events }) {
    expect(cell(1)).toMatchObject({ status: 'ok', output: '€漢😀\n', error: 'ñ🚀\n' });
    expect(written(events, 'stdout')).toBe('€漢😀\n');
    expect(written(events, 'stderr')).toBe('ñ🚀\n');
    expect(events.filter(({ text }) => text.includes('\ufffd'))).toEqual([]);
  },

  'py-003-surrogates'(replayed) {
    const { cell } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'\\ud800'" });
    // The error handler of stdout and stderr is backslashreplace; see docs/behaviour.md.
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'a\\udcc3b\n' });
    expect(cell(3)).toMatchObject({
      status: 'error',
      exception: { name: 'ValueError', message: 'bad \\ud8ff text' },
    });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: '2' });
    expectWellFormed(replayed);
  },

  'py-005-subprocess-order'({ cell }) {
    // The second line is written to what `sys.stdout.fileno()` gives.
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'one\ntwo\nthree\nfour\nfive\n' });
  },

  async 'py-006-two-pipes'({ cell, cells, sessions, engine }) {
    expect(cell(1)).toMatchObject({ status: 'ok', truncated: [] });
    expect(cell(1).output).toBe(`${`${'o'.repeat(1000)}\n`.repeat(3000)}done\n`);
    expect(cell(1).error).toBe(`${'e'.repeat(1000)}\n`.repeat(3000));
    expect(cells[0]?.wallMs).toBeLessThan(10_000);

    // The same with the cap that sessions have when they ask for none.
    const [{ code } = { code: '' }] = sessions[0]?.history().executions ?? [];
    await using capped = await engine.createSession({ language: 'python' });
    const { status, truncated } = await capped.execute(code);
    expect(status).toBe('limit');
    expect(truncated.map(({ stream }) => stream)).toEqual(['stdout', 'stderr']);
  },

  'py-008-late-thread'({ cell, cells, events, sessions }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'started'" });
    expect(cells[0]?.wallMs).toBeLessThan(500);
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'second'" });
    // Bytes have no author: what a thread writes while another cell runs is part of that cell's output.
    expect(cell(2).output).toBe('late\n');
    expect(written(events, 'stdout')).toBe('late\n');
    expect(written(events, 'stderr')).toBe('');
    expect(sessions[0]?.info().status).toBe('idle');
  },

  'py-010-fork-buffer'({ cell, events, sessions }) {
    expect(cell(1)).toMatchObject({
      status: 'ok',
      output: 'once',
      result: null,
      result_text: null,
    });
    expect(written(events, 'stdout')).toBe('once');
    expect(sessions[0]?.history().total).toBe(1);
  },

  async 'py-011-mp-spawn'({ cell, cells }) {
    expect(cell(1)).toMatchObject({ status: 'ok', output: '[1, 4, 9]\n', error: '' });
    const second = cell(2);
    if (second.status === 'ok') expect(second.output).toBe('[1, 4, 9]\n');
    else {
      expect(second).toMatchObject({ status: 'error', output: '' });
      expect(second.exception?.name).toMatch(/^(?:TimeoutError|AttributeError)$/);
      expect(second.error).toContain("AttributeError: Can't get attribute 'sq'");
      expect(cells[1]?.wallMs).toBeLessThan(8000);
    }
    expect(second.error).not.toContain('repltool');
    expect(await leftOver([], { match: 'spawn_main|forkserver' })).toEqual([]);
    expect(cell(3)).toMatchObject({
      status: 'ok',
      result_text: "'alive'",
      state: { outcome: 'kept' },
    });
  },

  'py-016-closed-stdout'(replayed) {
    const { cell, events } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'visible again\n' });
    expect(cell(3)).toMatchObject({ status: 'error', exception: { name: 'ZeroDivisionError' } });
    expect(cell(3).exception?.traceback.join('\n')).toContain('1/0');
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: "'value'" });
    expect(written(events, 'stdout')).toBe('visible again\n');
    expect(written(events, 'stderr')).toBe('');
  },

  'py-018-logging-handler'({ cell, events }) {
    expect(cell(1)).toMatchObject({ status: 'ok', error: 'first\n' });
    expect(cell(2)).toMatchObject({ status: 'ok', error: 'second\n' });
    expect(cell(3)).toMatchObject({ status: 'ok', result_text: '1' });
    expect(written(events, 'stderr')).toBe('first\nsecond\n');
  },

  'py-035-forged-frames'(replayed) {
    const { cell, events } = replayed;
    expect(cell(1)).toMatchObject({
      status: 'ok',
      result: 'real',
      result_text: "'real'",
      output: FORGERIES,
      error: FORGERIES,
    });
    expect(JSON.stringify([cellsOf(replayed), events])).not.toContain('forged');
  },

  async 'py-045-asyncio-background'({ cell, events, sessions }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: '1' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: '(5, True)' });
    expect(cell(3)).toMatchObject({ status: 'ok', result_text: "'cell ok'" });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: "'end'" });
    expect(cell(5)).toMatchObject({ status: 'ok', result_text: '1' });
    await sessions[0]?.terminate();
    const stderr = written(events, 'stderr');
    expect(occurrences(stderr, 'Task exception was never retrieved')).toBe(1);
    expect(occurrences(stderr, 'RuntimeError: bg-err')).toBe(1);
    expect(stderr).not.toContain('Task was destroyed but it is pending');
    expect(written(events, 'stdout')).toBe('closed\n');
  },
};
