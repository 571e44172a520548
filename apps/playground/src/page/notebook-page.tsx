import type { Runtime } from '@repltool/protocol';
import { useCallback } from 'react';
import { Composer } from '../composer/composer.tsx';
import { useComposer } from '../composer/use-composer.ts';
import { SessionBar } from '../session-bar/session-bar.tsx';
import type { Playground } from '../session/playground.ts';
import type { PlaygroundState } from '../state/model.ts';
import { activeCell, notebookOf, runBlocked } from '../state/selectors.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { Announcer } from './announcer.tsx';
import { Header } from './header.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { Notices } from './notices.tsx';
import { useInterruptKey } from './use-interrupt-key.ts';
import styles from './page.module.css';

interface NotebookPageProps {
  readonly playground: Playground;
  readonly state: PlaygroundState;
  /** The language of the tab in front. */
  readonly runtime: Runtime;
}

export function NotebookPage({ playground, state, runtime }: NotebookPageProps) {
  const { language } = runtime;
  const notebook = notebookOf(state, language);
  const composer = useComposer(playground, language);
  const active = activeCell(notebook);
  const connected = state.connection === 'connected';
  const interruptible = connected && active?.phase.kind === 'running' && !active.phase.interrupting;
  useInterruptKey(useCallback(() => playground.interrupt(language), [playground, language]));

  const newSession = (): void => {
    playground.renewSession(language);
    composer.focus();
  };

  return (
    <div className={styles['page']}>
      <Header connection={state.connection}>
        <LanguageTabs
          runtimes={state.runtimes ?? []}
          notebooks={state.notebooks}
          selected={language}
          onSelect={(next) => playground.select(next)}
        />
      </Header>
      <SessionBar
        notebook={notebook}
        runtime={runtime}
        connected={connected}
        onNew={newSession}
        onEnd={() => playground.endSession(language)}
        onClear={() => {
          playground.clear(language);
          composer.focus();
        }}
      />
      <Transcript
        notebook={notebook}
        runtime={runtime}
        outputs={playground.outputs}
        onReuse={composer.reuse}
      />
      <div className={styles['foot']}>
        <Notices
          connection={state.connection}
          notebook={notebook}
          onNewSession={newSession}
          onDismiss={() => playground.dismissNotice(language)}
        />
        <Composer
          playground={playground}
          runtime={runtime}
          actions={composer}
          blocked={runBlocked(state, language)}
          interruptible={interruptible}
        />
      </div>
      <Announcer notebook={notebook} />
    </div>
  );
}
