import { memo } from 'react';
import { HighlightedCode } from '../editor/highlighted-code.tsx';
import { OutputView } from '../output/output-view.tsx';
import type { Cell } from '../state/model.ts';
import type { OutputStore } from '../terminal/output-store.ts';
import { Notice } from '../ui/notice.tsx';
import { CellActions } from './cell-actions.tsx';
import { CellFooter } from './cell-footer.tsx';
import { CellOutcome } from './cell-outcome.tsx';
import { ValueView } from './value-view.tsx';
import styles from './cell-view.module.css';

interface CellViewProps {
  readonly cell: Cell;
  readonly outputs: OutputStore;
  readonly monacoLanguage: string;
  readonly onReuse: (code: string) => void;
}

function nameOf({ number, phase }: Cell): string {
  if (number !== null) return `Cell ${number}`;
  if (phase.kind === 'background') return 'Background output';
  return phase.kind === 'refused' ? 'Cell that was not run' : 'Cell that is starting';
}

function labelOf({ number, phase }: Cell): string {
  if (number !== null) return String(number);
  return phase.kind === 'sending' ? '…' : '–';
}

/** One cell: its code, what it wrote, its value or what went wrong, and how it ended. */
export const CellView = memo(function CellView(props: CellViewProps) {
  const { cell, outputs, monacoLanguage, onReuse } = props;
  const { phase } = cell;
  const result = phase.kind === 'finished' ? phase.result : null;
  const valueText = result?.result_text ?? null;
  const name = nameOf(cell);
  return (
    <article
      className={styles['cell']}
      aria-label={name}
      data-cell={cell.id}
      data-phase={phase.kind}
    >
      <div className={styles['label']} aria-hidden="true">
        {labelOf(cell)}
      </div>
      <div className={styles['body']}>
        {phase.kind === 'background' ? (
          <p className={styles['background']}>Output of a cell that is not shown here</p>
        ) : (
          <HighlightedCode
            code={cell.code}
            monacoLanguage={monacoLanguage}
            label={`Code of ${name.toLowerCase()}`}
          />
        )}
        <OutputView store={outputs} cellId={cell.id} />
        {valueText !== null && <ValueView text={valueText} />}
        {result && <CellOutcome result={result} />}
        {phase.kind === 'refused' && <Notice trouble={phase.trouble} tone="bad" />}
        <div className={styles['bottom']}>
          <CellFooter cell={cell} />
          <CellActions cell={cell} outputs={outputs} onReuse={onReuse} />
        </div>
      </div>
    </article>
  );
});
