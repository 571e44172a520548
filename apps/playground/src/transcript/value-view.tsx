import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './cell-view.module.css';

/** A longer value is cut on the page at first. */
const SHOWN_CHARS = 4000;

/** The value of a cell's last expression, as the language writes it. */
export function ValueView({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN_CHARS;
  return (
    <>
      <pre className={styles['value']} data-testid="value">
        {cut ? `${text.slice(0, SHOWN_CHARS)}…` : text}
      </pre>
      {cut && (
        <Button tone="quiet" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
