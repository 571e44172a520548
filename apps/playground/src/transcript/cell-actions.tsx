import { useState } from 'react';
import type { Cell } from '../state/model.ts';
import type { OutputStore } from '../terminal/output-store.ts';
import { Button } from '../ui/button.tsx';
import styles from './cell-view.module.css';

interface CellActionsProps {
  readonly cell: Cell;
  readonly outputs: OutputStore;
  readonly onReuse: (code: string) => void;
}

function everythingShown(cell: Cell, outputs: OutputStore): string {
  const written = outputs.get(cell.id)?.text() ?? '';
  const result = cell.phase.kind === 'finished' ? cell.phase.result : null;
  const traceback = result?.exception?.traceback.join('\n') ?? '';
  return [written, result?.result_text ?? '', traceback].filter((part) => part !== '').join('\n');
}

export function CellActions({ cell, outputs, onReuse }: CellActionsProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);

  const copy = (): void => {
    navigator.clipboard.writeText(everythingShown(cell, outputs)).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  };

  return (
    <div className={styles['actions']}>
      {cell.code !== '' && (
        <Button tone="quiet" onClick={() => onReuse(cell.code)} title="Put this code in the editor">
          Edit again
        </Button>
      )}
      <Button tone="quiet" onClick={copy} onBlur={() => setCopied(null)} title="Copy the output">
        {copied === 'yes' ? 'Copied' : copied === 'no' ? 'Copying is blocked' : 'Copy output'}
      </Button>
    </div>
  );
}
