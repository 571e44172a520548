import type { ExecutionResult } from '@repltool/protocol';
import type { Cell } from '../state/model.ts';
import { formatBytes, formatClock, formatDuration } from './formats.ts';
import { StatusChip } from './status-chip.tsx';
import { useElapsed } from './use-elapsed.ts';
import styles from './cell-footer.module.css';

function Usage({ result }: { readonly result: ExecutionResult }) {
  const { cpu_user_ms, cpu_system_ms, peak_memory_bytes } = result.usage;
  const exitCode = result.exception === null ? (result.exit_code ?? 0) : 0;
  const cpuMs = cpu_user_ms === null ? null : cpu_user_ms + (cpu_system_ms ?? 0);
  return (
    <>
      {cpuMs !== null && <span title="CPU time of the cell">{formatDuration(cpuMs)} CPU</span>}
      {peak_memory_bytes !== null && (
        <span title="Highest memory during the cell">{formatBytes(peak_memory_bytes)}</span>
      )}
      {exitCode !== 0 && <span>exit code {exitCode}</span>}
    </>
  );
}

/** How the cell stands or ended, how long it took and what it used. */
export function CellFooter({ cell }: { readonly cell: Cell }) {
  const { phase } = cell;
  const elapsedMs = useElapsed(phase.kind === 'running');
  return (
    <div className={styles['footer']}>
      <StatusChip phase={phase} />
      {phase.kind === 'running' && <span>{formatDuration(elapsedMs)}</span>}
      {phase.kind === 'finished' && (
        <>
          <span>{formatDuration(phase.executionTimeMs)}</span>
          {phase.result && <Usage result={phase.result} />}
          <time dateTime={phase.timestamp}>{formatClock(phase.timestamp)}</time>
        </>
      )}
    </div>
  );
}
