import type { Runtime } from '@repltool/protocol';
import { useRef } from 'react';
import type { Cell, Notebook } from '../state/model.ts';
import type { OutputStore } from '../terminal/output-store.ts';
import { Button } from '../ui/button.tsx';
import { CellView } from './cell-view.tsx';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import styles from './transcript.module.css';

interface TranscriptProps {
  readonly notebook: Notebook;
  readonly runtime: Runtime;
  readonly outputs: OutputStore;
  readonly onReuse: (code: string) => void;
}

/** Whether another session begins with this cell. */
function beginsSession(cell: Cell, before: Cell | undefined): boolean {
  return before !== undefined && before.sessionId !== null && cell.sessionId !== before.sessionId;
}

function EmptyTranscript({ runtime }: { readonly runtime: Runtime }) {
  return (
    <div className={styles['empty']}>
      <p className={styles['emptyTitle']}>{runtime.display_name}, one cell at a time</p>
      <p>
        Write code below and run it. Variables, imports and files stay for the next cell, whatever
        goes wrong in one.
      </p>
    </div>
  );
}

/** The cells of a tab, oldest first, kept at the newest while it grows. */
export function Transcript({ notebook, runtime, outputs, onReuse }: TranscriptProps) {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { atEnd, toEnd } = useStickToBottom(scroller, content, notebook.language);
  const { cells } = notebook;

  return (
    <main className={styles['scroller']} ref={scroller} tabIndex={-1}>
      <div
        className={styles['content']}
        ref={content}
        id="transcript"
        role="tabpanel"
        aria-labelledby={`tab-${notebook.language}`}
      >
        {cells.length === 0 && <EmptyTranscript runtime={runtime} />}
        {cells.map((cell, index) => (
          <div key={cell.id}>
            {beginsSession(cell, cells[index - 1]) && (
              <p className={styles['divider']}>New session</p>
            )}
            <CellView
              cell={cell}
              outputs={outputs}
              monacoLanguage={runtime.editor.monaco_language}
              onReuse={onReuse}
            />
          </div>
        ))}
      </div>
      {!atEnd && (
        <Button className={styles['latest']} onClick={toEnd}>
          Go to the latest
        </Button>
      )}
    </main>
  );
}
