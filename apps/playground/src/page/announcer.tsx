import { useEffect, useState } from 'react';
import type { Cell, Notebook } from '../state/model.ts';
import { statusOf } from '../transcript/status.ts';

/** Rapid changes are told once they rest, so that a screen reader is not flooded. */
const REST_MS = 700;
const SPOKEN_CHARS = 200;

function spokenResult({ phase }: Cell): string {
  if (phase.kind !== 'finished' || phase.result === null) return '';
  const { result_text, exception, failure, output } = phase.result;
  const text =
    result_text ?? (exception ? `${exception.name}: ${exception.message}` : failure?.message);
  return (text ?? output.trim()).slice(0, SPOKEN_CHARS);
}

function sentenceFor(cell: Cell | undefined): string {
  if (cell === undefined || cell.number === null) return '';
  const { label } = statusOf(cell.phase);
  return `Cell ${cell.number}: ${label}. ${spokenResult(cell)}`;
}

/** Tells those who do not see the page how the newest cell goes. */
export function Announcer({ notebook }: { readonly notebook: Notebook }) {
  const sentence = sentenceFor(notebook.cells.at(-1));
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(sentence), REST_MS);
    return () => clearTimeout(timer);
  }, [sentence]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {spoken}
    </p>
  );
}
