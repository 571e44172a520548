import type { Runtime } from '@repltool/protocol';
import { Suspense, lazy } from 'react';
import type { Playground } from '../session/playground.ts';
import { Button } from '../ui/button.tsx';
import type { ComposerActions } from './use-composer.ts';
import styles from './composer.module.css';

const CodeEditor = lazy(() => import('../editor/code-editor.tsx'));

/** What this platform calls the key that goes with Enter. */
const RUN_KEY = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

interface ComposerProps {
  readonly playground: Playground;
  readonly runtime: Runtime;
  readonly actions: ComposerActions;
  /** Why nothing can be run now; null when it can. */
  readonly blocked: string | null;
  /** A cell is running and can be interrupted. */
  readonly interruptible: boolean;
}

/** Where code is written and run. */
export function Composer({ playground, runtime, actions, blocked, interruptible }: ComposerProps) {
  const { language, display_name, editor } = runtime;
  const reason = blocked ?? (runtime.runtime === null ? runtime.unavailable : undefined);
  return (
    <section className={styles['composer']} aria-label="Code to run">
      <div className={styles['card']}>
        <Suspense fallback={<div className={styles['loading']}>Loading the editor…</div>}>
          <CodeEditor
            language={language}
            monacoLanguage={editor.monaco_language}
            initialCode={playground.memory.draft(language) ?? editor.sample}
            label={`${display_name} code. Control Enter runs it. Control M lets Tab leave the editor.`}
            placeholder={`${display_name} code`}
            onChange={actions.changed}
            onRun={actions.run}
            onOlder={actions.older}
            onNewer={actions.newer}
            onReady={actions.ready}
          />
        </Suspense>
        <div className={styles['toolbar']}>
          <p className={styles['keys']}>
            <kbd>{RUN_KEY}</kbd> <kbd>Enter</kbd> runs · <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd>{' '}
            earlier cells · <kbd>Ctrl</kbd> <kbd>M</kbd> lets Tab leave
          </p>
          <span className={styles['reason']}>{reason}</span>
          <Button
            tone={interruptible ? 'danger' : 'plain'}
            disabled={!interruptible}
            onClick={() => playground.interrupt(language)}
          >
            Interrupt
          </Button>
          <Button
            tone="primary"
            disabled={blocked !== null || runtime.runtime === null}
            onClick={actions.run}
          >
            Run
          </Button>
        </div>
      </div>
    </section>
  );
}
