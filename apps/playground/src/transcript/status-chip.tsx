import type { CellPhase } from '../state/model.ts';
import { statusOf } from './status.ts';
import styles from './status-chip.module.css';

export function StatusChip({ phase }: { readonly phase: CellPhase }) {
  const { label, tone } = statusOf(phase);
  return (
    <span className={`${styles['chip']} ${styles[tone]}`} data-testid="status">
      <span className={styles['dot']} aria-hidden="true" />
      {label}
    </span>
  );
}
