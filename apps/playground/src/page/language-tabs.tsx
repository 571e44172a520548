import type { Runtime } from '@repltool/protocol';
import { useRef, type KeyboardEvent } from 'react';
import type { Notebook } from '../state/model.ts';
import { activeCell } from '../state/selectors.ts';
import styles from './language-tabs.module.css';

interface LanguageTabsProps {
  readonly runtimes: readonly Runtime[];
  readonly notebooks: Readonly<Record<string, Notebook>>;
  readonly selected: string;
  readonly onSelect: (language: string) => void;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A tab a language, each with a session of its own. */
export function LanguageTabs({ runtimes, notebooks, selected, onSelect }: LanguageTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = step(
      runtimes.findIndex(({ language }) => language === selected),
      runtimes.length,
    );
    const runtime = runtimes[index];
    if (runtime === undefined) return;
    onSelect(runtime.language);
    list.current?.querySelector<HTMLElement>(`#tab-${runtime.language}`)?.focus();
  };

  return (
    <div
      className={styles['tabs']}
      ref={list}
      role="tablist"
      aria-label="Language"
      onKeyDown={move}
    >
      {runtimes.map(({ language, display_name, runtime, unavailable }) => {
        const notebook = notebooks[language];
        const busy = notebook !== undefined && activeCell(notebook) !== undefined;
        return (
          <button
            key={language}
            id={`tab-${language}`}
            className={styles['tab']}
            type="button"
            role="tab"
            aria-selected={language === selected}
            aria-controls="transcript"
            tabIndex={language === selected ? 0 : -1}
            title={runtime === null ? unavailable : undefined}
            data-available={runtime !== null}
            onClick={() => onSelect(language)}
          >
            {display_name}
            {busy && (
              <span className={styles['busy']}>
                <span className="visually-hidden">, running</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
