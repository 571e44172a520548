import { useCallback, useRef } from 'react';
import type { EditorHandle } from '../editor/code-editor.tsx';
import type { Playground } from '../session/playground.ts';
import { notebookOf } from '../state/selectors.ts';
import {
  AT_DRAFT,
  codesOf,
  newer,
  older,
  type HistoryPlace,
  type HistoryStep,
} from './code-history.ts';

export interface ComposerActions {
  readonly ready: (handle: EditorHandle) => void;
  readonly changed: (code: string) => void;
  readonly run: () => void;
  readonly older: () => void;
  readonly newer: () => void;
  /** Puts code into the editor, which the person can undo. */
  readonly reuse: (code: string) => void;
  readonly focus: () => void;
}

/** What can be done with the code in the editor of a language's tab. */
export function useComposer(playground: Playground, language: string): ComposerActions {
  const editor = useRef<EditorHandle | null>(null);
  const places = useRef(new Map<string, HistoryPlace>());

  const ready = useCallback((handle: EditorHandle) => {
    editor.current = handle;
    handle.focus();
  }, []);

  const changed = useCallback(
    (code: string) => playground.memory.keepDraft(language, code),
    [playground, language],
  );

  const run = useCallback(() => {
    const handle = editor.current;
    const code = handle?.getCode() ?? '';
    if (handle === null || code.trim() === '') return;
    const outcome = playground.run(language, code);
    if (outcome === null) return;
    places.current.delete(language);
    handle.setCode('');
    void outcome.then((ended) => {
      // Only if the person has not begun something else, there or in another tab.
      const same = playground.store.state.selected === language;
      if (ended === 'refused' && same && handle.getCode() === '') handle.setCode(code);
    });
  }, [playground, language]);

  const step = useCallback(
    (
      take: (codes: readonly string[], place: HistoryPlace, current: string) => HistoryStep | null,
    ) => {
      const handle = editor.current;
      if (handle === null) return;
      const codes = codesOf(notebookOf(playground.store.state, language).cells);
      const place = places.current.get(language) ?? AT_DRAFT;
      const next = take(codes, place, handle.getCode());
      if (next === null) return;
      places.current.set(language, next.place);
      handle.setCode(next.code);
    },
    [playground, language],
  );

  const reuse = useCallback((code: string) => {
    editor.current?.setCode(code);
    editor.current?.focus();
  }, []);

  return {
    ready,
    changed,
    run,
    reuse,
    older: useCallback(() => step(older), [step]),
    newer: useCallback(() => step(newer), [step]),
    focus: useCallback(() => editor.current?.focus(), []),
  };
}
