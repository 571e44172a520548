import type { IsolationTier, Runtime } from '@repltool/protocol';
import { useRef } from 'react';
import type { Notebook } from '../state/model.ts';
import { activeCell } from '../state/selectors.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, type ConfirmHandle } from '../ui/confirm-dialog.tsx';
import styles from './session-bar.module.css';

interface SessionBarProps {
  readonly notebook: Notebook;
  readonly runtime: Runtime;
  readonly connected: boolean;
  readonly onNew: () => void;
  readonly onEnd: () => void;
  readonly onClear: () => void;
}

const TIERS: Record<IsolationTier, { label: string; title: string; weak: boolean }> = {
  'namespaces+seccomp+cgroup': {
    label: 'Sandboxed',
    title: 'Own namespaces, system call filter and cgroup limits',
    weak: false,
  },
  'namespaces+seccomp+rlimit': {
    label: 'Sandboxed',
    title:
      'Own namespaces, system call filter; limits by rlimit, since this host grants no cgroups',
    weak: false,
  },
  process: {
    label: 'Not sandboxed',
    title: 'A plain process: code can reach whatever the server can',
    weak: true,
  },
};

function wordsOf(notebook: Notebook): string {
  const { session } = notebook;
  switch (session.kind) {
    case 'none':
      return 'No session yet: the first run starts one';
    case 'creating':
      return 'Starting a session…';
    case 'attaching':
      return 'Coming back to the session…';
    case 'ending':
      return 'Ending the session…';
    case 'ended':
      return 'Session ended';
    case 'live':
      return activeCell(notebook) === undefined ? 'Ready' : 'Running';
  }
}

/** The session of the tab: which it is, what confines it, how it stands, and how to replace or end it. */
export function SessionBar(props: SessionBarProps) {
  const { notebook, runtime, connected, onNew, onEnd, onClear } = props;
  const { session } = notebook;
  const confirm = useRef<ConfirmHandle>(null);
  const info = session.kind === 'live' ? session.info : null;
  const tier = info && TIERS[info.isolation];
  const version = info?.runtime ?? runtime.runtime;
  const canAct = connected && ['none', 'live', 'ended'].includes(session.kind);

  const ask = (action: string, act: () => void): void => {
    if (info === null || notebook.started === 0) act();
    else confirm.current?.ask(action, act);
  };

  return (
    <section className={styles['bar']} aria-label="Session">
      <dl className={styles['facts']}>
        {version && (
          <div className={styles['interpreter']}>
            <dt className="visually-hidden">Interpreter</dt>
            <dd>
              {version.name} {version.version}
            </dd>
          </div>
        )}
        {info && (
          <div className={styles['id']}>
            <dt>Session</dt>
            <dd title={info.session_id}>
              <code>{info.session_id.slice(0, 8)}</code>
            </dd>
          </div>
        )}
        {tier && (
          <div>
            <dt className="visually-hidden">Isolation</dt>
            <dd
              className={`${styles['badge']} ${tier.weak ? styles['weak'] : ''}`}
              title={`${tier.title} (${info.isolation}, ${info.sandbox_mode} mode)`}
            >
              {tier.label} · {info.sandbox_mode}
            </dd>
          </div>
        )}
        <div>
          <dt className="visually-hidden">Status</dt>
          <dd data-testid="session-status">{wordsOf(notebook)}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <Button tone="quiet" disabled={notebook.cells.length === 0} onClick={onClear}>
          Clear
        </Button>
        <Button tone="quiet" disabled={!canAct} onClick={() => ask('Start a new session', onNew)}>
          New session
        </Button>
        <Button
          tone="quiet"
          disabled={!canAct || info === null}
          onClick={() => ask('End the session', onEnd)}
        >
          End session
        </Button>
      </div>
      <ConfirmDialog ref={confirm}>
        Variables, imports and files of this session will be gone. The cells stay on the page.
      </ConfirmDialog>
    </section>
  );
}
