import { useEffect, useState } from 'react';
import { PageMemory } from '../session/page-memory.ts';
import { Playground } from '../session/playground.ts';
import { Brand } from '../ui/brand.tsx';
import { Notice } from '../ui/notice.tsx';
import { NotebookPage } from './notebook-page.tsx';
import { usePlaygroundState } from './use-store.ts';
import styles from './page.module.css';

interface PlaygroundPageProps {
  readonly token: string;
  readonly onUnauthorized: () => void;
}

/** The page of one token: it connects, and shows the notebook once the server has told its languages. */
export function PlaygroundPage({ token, onUnauthorized }: PlaygroundPageProps) {
  const [playground] = useState(
    () =>
      new Playground({
        baseUrl: location.origin,
        token,
        memory: new PageMemory(sessionStorage),
        onUnauthorized,
      }),
  );
  const state = usePlaygroundState(playground);

  useEffect(() => playground.start(), [playground]);

  const runtime = state.runtimes?.find(({ language }) => language === state.selected);
  if (state.runtimes !== null && runtime !== undefined) {
    return <NotebookPage playground={playground} state={state} runtime={runtime} />;
  }
  return (
    <main className={styles['waiting']}>
      <Brand />
      {state.notice === null ? (
        <p role="status">Connecting to the server…</p>
      ) : (
        <Notice trouble={state.notice} tone="bad" />
      )}
    </main>
  );
}
