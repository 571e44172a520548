import type { ExecutionResult, Failure } from '@repltool/protocol';
import { exceptionText, stateLossText, truncationLines } from './outcome.ts';
import styles from './cell-outcome.module.css';

/** Whether the failure says more than the status and the exception do. */
function addsSomething({ code }: Failure, hasException: boolean): boolean {
  if (code === 'ExecutionInterrupted') return false;
  return code !== 'ExecutionError' || !hasException;
}

/** What went wrong in a cell, beyond what it printed, and what that did to the session. */
export function CellOutcome({ result }: { readonly result: ExecutionResult }) {
  const { failure, state, findings } = result;
  const exception = exceptionText(result);
  const loss = stateLossText(state);
  const truncated = truncationLines(result);
  const facts = [...truncated, ...(loss === null ? [] : [loss])];
  return (
    <>
      {exception !== null && (
        <pre
          className={styles[result.status === 'error' ? 'exception' : 'stopped']}
          data-testid="exception"
        >
          {exception}
        </pre>
      )}
      {failure !== null && addsSomething(failure, exception !== null) && (
        <div className={styles['failure']} data-testid="failure">
          <p>{failure.message}</p>
          <p className={styles['hint']}>{failure.hint}</p>
        </div>
      )}
      {facts.length > 0 && (
        <ul className={styles['facts']}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {findings.length > 0 && (
        <ul className={styles['facts']}>
          {findings.map(({ rule, message, hint, range }, index) => (
            <li key={index}>
              Line {range.start_line}: {message} {hint} <code>{rule}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
