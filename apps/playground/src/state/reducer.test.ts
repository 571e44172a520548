import type { Runtime, RuntimeList } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { SESSION, startOf } from './fixtures.ts';
import { INITIAL_STATE } from './model.ts';
import { reduce } from './reducer.ts';
import { runBlocked } from './selectors.ts';
import type { Action, NotebookAction } from './actions.ts';

const runtime = (language: string, available = true): Runtime => ({
  language,
  aliases: [],
  display_name: language,
  runtime: available ? { name: language, version: '1' } : null,
  editor: { monaco_language: language, file_extension: 'x', sample: '' },
});

const list: RuntimeList = {
  runtimes: [runtime('missing', false), runtime('python'), runtime('bash')],
  isolation: SESSION.isolation,
};

const loaded = (preferred: string | null): Action => ({ type: 'runtimes-loaded', list, preferred });
const inPython = (action: NotebookAction): Action => ({
  type: 'notebook',
  language: 'python',
  action,
});
const CONNECTED: Action = { type: 'connection-changed', status: 'connected' };

describe('the tab in front', () => {
  it.each([
    ['the one from before', 'bash', 'bash'],
    ['the first that can run', null, 'python'],
    ['the first that can run, when the one from before is gone', 'cobol', 'python'],
  ])('is %s', (_, preferred, expected) => {
    expect(reduce(INITIAL_STATE, loaded(preferred)).selected).toBe(expected);
  });
});

describe('runBlocked', () => {
  const after = (...actions: readonly Action[]) =>
    runBlocked([CONNECTED, ...actions].reduce(reduce, INITIAL_STATE), 'python');

  it('lets the first cell run without a session, and any cell when nothing else runs', () => {
    expect(after()).toBeNull();
    expect(after(inPython({ type: 'session-live', info: SESSION }))).toBeNull();
  });

  it('blocks while a cell is sent or runs, in that tab alone', () => {
    const sent = inPython({ type: 'cell-submitted', id: 'a', code: 'x' });
    const running = inPython({ type: 'cell-started', event: startOf('a') });
    expect(after(sent)).toBe('A cell is being sent');
    expect(after(sent, running)).toBe('A cell is running');
    const state = [CONNECTED, sent].reduce(reduce, INITIAL_STATE);
    expect(runBlocked(state, 'bash')).toBeNull();
  });

  it('blocks while the session starts, ends or comes back, and without a connection', () => {
    expect(
      after(
        inPython({ type: 'session-live', info: SESSION }),
        inPython({ type: 'session-ending' }),
      ),
    ).toBe('The session is ending');
    expect(after(inPython({ type: 'session-creating' }))).toBe('The session is starting');
    expect(after(inPython({ type: 'session-attaching', sessionId: 'session0001' }))).toBe(
      'The session is coming back',
    );
    expect(after({ type: 'connection-changed', status: 'reconnecting' })).toBe(
      'There is no connection to the server',
    );
  });

  it('lets the next run start a new session when the old one has ended', () => {
    const trouble = {
      code: 'SessionNotFound',
      title: '',
      detail: '',
      hint: '',
      findings: [],
    } as const;
    expect(
      after(
        inPython({ type: 'session-live', info: SESSION }),
        inPython({ type: 'cell-started', event: startOf('a') }),
        inPython({ type: 'session-ended', sessionId: SESSION.session_id, trouble }),
      ),
    ).toBeNull();
  });
});
