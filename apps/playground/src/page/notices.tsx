import type { Notebook, PlaygroundState } from '../state/model.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './notices.module.css';

interface NoticesProps {
  readonly connection: PlaygroundState['connection'];
  readonly notebook: Notebook;
  readonly onNewSession: () => void;
  readonly onDismiss: () => void;
}

const RECONNECTING = {
  title: 'The connection to the server is lost',
  detail: 'Running cells go on; what they write will be here when the connection is back.',
  hint: 'The page keeps trying.',
  findings: [],
};

/** What the person should know before going on, between the cells and the editor. */
export function Notices({ connection, notebook, onNewSession, onDismiss }: NoticesProps) {
  const { session, notice } = notebook;
  return (
    <div className={styles['notices']}>
      {connection === 'reconnecting' && <Notice trouble={RECONNECTING} tone="caution" />}
      {session.kind === 'ended' && (
        <Notice trouble={session.trouble} tone="caution">
          <Button disabled={connection !== 'connected'} onClick={onNewSession}>
            New session
          </Button>
        </Notice>
      )}
      {notice !== null && <Notice trouble={notice} tone="bad" onDismiss={onDismiss} />}
    </div>
  );
}
