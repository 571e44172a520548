import { useState } from 'react';
import type { OutputStore } from '../terminal/output-store.ts';
import { Button } from '../ui/button.tsx';
import { groupLines, type LineGroup } from './line-groups.ts';
import { OutputLine } from './output-line.tsx';
import { useCellOutput } from './use-cell-output.ts';
import styles from './output.module.css';

/** Lines in the document at first, and how many more each press brings. */
const SHOWN_LINES = 500;
const MORE_LINES = 2000;

const numbers = new Intl.NumberFormat('en');

function labelOf({ origin }: LineGroup): string | null {
  if (origin.late) return origin.stream === 'stderr' ? 'late stderr' : 'late output';
  return origin.stream === 'stderr' ? 'stderr' : null;
}

function OutputGroup({ group }: { readonly group: LineGroup }) {
  const { origin, lines, start } = group;
  const label = labelOf(group);
  const classes = [styles['group'], styles[origin.stream], origin.late ? styles['late'] : ''];
  return (
    <div className={classes.join(' ')} data-stream={origin.stream} data-late={origin.late}>
      {label !== null && (
        <span
          className={styles['label']}
          title={origin.late ? 'Written after its cell had ended' : undefined}
        >
          {label}
        </span>
      )}
      {lines.map((line, index) => (
        <OutputLine key={start + index} line={line} version={line.version} />
      ))}
    </div>
  );
}

interface OutputViewProps {
  readonly store: OutputStore;
  readonly cellId: string;
}

/** What a cell wrote: the newest lines, and older ones on request, so that a flood cannot freeze the page. */
export function OutputView({ store, cellId }: OutputViewProps) {
  const { output } = useCellOutput(store, cellId);
  const [shown, setShown] = useState(SHOWN_LINES);
  if (output === undefined || output.lines.length === 0) return null;

  const { lines, dropped } = output;
  const from = Math.max(lines.length - shown, 0);
  const groups = groupLines(lines.slice(from), dropped + from);
  return (
    <div className={styles['output']} data-testid="output">
      {(from > 0 || dropped > 0) && (
        <div className={styles['earlier']}>
          {from > 0 ? (
            <Button tone="quiet" onClick={() => setShown(shown + MORE_LINES)}>
              Show {numbers.format(Math.min(from, MORE_LINES))} of {numbers.format(from)} earlier
              lines
            </Button>
          ) : (
            <span>{numbers.format(dropped)} lines before these are not kept on the page</span>
          )}
        </div>
      )}
      {groups.map((group) => (
        <OutputGroup key={group.start} group={group} />
      ))}
    </div>
  );
}
