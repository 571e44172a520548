import type { Sandbox } from './ports/sandbox.ts';

/** How long a cell is an answer that somebody waits for, before it is work. */
const MAX_CREDIT_MS = 50;
/** What a session regains of the time in which it wants no answer, so that no loop of short cells is always first. */
const CREDIT_RATE = 0.5;
/** Work goes on at full right when no answer has been wanted for this long. */
const RELAX_MS = 20;

type Prioritised = Pick<Sandbox, 'prioritise'>;

/** Says of one session's sandbox whether it goes before others. */
export interface Urgency extends Disposable {
  cellBegins(): void;
  cellEnded(): void;
}

/**
 * Lets answers go before work. In the first moments of a cell its sandbox is urgent, and meanwhile those where a cell
 * has been at work for longer step back; so do, at all times, those where no cell runs.
 */
export interface Precedence {
  of(sandbox: Prioritised): Urgency;
}

export function createPrecedence(): Precedence {
  const answering = new Set<Urgency>();
  const working = new Set<Prioritised>();
  let steppedBack = false;
  let relaxing: NodeJS.Timeout | undefined;

  const setAll = (urgent: boolean): void => {
    steppedBack = !urgent;
    for (const sandbox of working) sandbox.prioritise(urgent);
  };
  const answerWanted = (): void => {
    clearTimeout(relaxing);
    if (!steppedBack) setAll(false);
  };
  const answerGiven = (): void => {
    if (answering.size > 0 || !steppedBack) return;
    clearTimeout(relaxing);
    relaxing = setTimeout(() => setAll(true), RELAX_MS);
    relaxing.unref();
  };

  const of = (sandbox: Prioritised): Urgency => {
    let first = true;
    let credit = MAX_CREDIT_MS;
    let since = performance.now();
    let timer: NodeJS.Timeout | undefined;

    const prioritise = (urgent: boolean): void => {
      if (first !== urgent) sandbox.prioritise(urgent);
      first = urgent;
    };
    const spend = (): void => {
      const now = performance.now();
      if (answering.has(urgency)) credit -= now - since;
      else credit = Math.min(MAX_CREDIT_MS, credit + CREDIT_RATE * (now - since));
      since = now;
    };
    const work = (): void => {
      spend();
      answering.delete(urgency);
      working.add(sandbox);
      prioritise(!steppedBack);
      answerGiven();
    };
    const rest = (): void => prioritise(false);

    const urgency: Urgency = {
      cellBegins() {
        clearTimeout(timer);
        spend();
        if (credit <= 0) return work();
        prioritise(true);
        answering.add(urgency);
        answerWanted();
        timer = setTimeout(work, credit);
        timer.unref();
      },
      cellEnded() {
        clearTimeout(timer);
        spend();
        answering.delete(urgency);
        if (working.delete(sandbox)) first = !steppedBack;
        answerGiven();
        timer = setTimeout(rest, MAX_CREDIT_MS);
        timer.unref();
      },
      [Symbol.dispose]() {
        clearTimeout(timer);
        answering.delete(urgency);
        working.delete(sandbox);
        answerGiven();
      },
    };
    return urgency;
  };
  return { of };
}
