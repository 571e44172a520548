import type { TransportError } from '@repltool/client';
import type { ExecutionResult, HistoryPage, ReplError, SessionInfo } from '@repltool/protocol';
import type { HostProcess } from './host-processes.ts';
import type { Footprint } from './footprint.ts';
import type { HostView } from './host-set-up.ts';

/** What a step came to, and how long it took. Anything else a step may meet fails the replay. */
export type Outcome = { readonly wallMs: number } & OutcomeKind;

export type OutcomeKind =
  | { readonly kind: 'result'; readonly result: ExecutionResult }
  /** The product said no, in its own words. */
  | { readonly kind: 'refused'; readonly error: ReplError }
  /** The connection ended before the answer. */
  | { readonly kind: 'cut'; readonly error: TransportError }
  /** Begun, and not waited for. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'done' }
  | { readonly kind: 'interrupted'; readonly interrupted: boolean }
  /** One or several sessions, new or looked up. */
  | { readonly kind: 'sessions'; readonly sessions: readonly SessionInfo[] }
  | { readonly kind: 'history'; readonly history: HistoryPage }
  /** What the server answered to a request of its own: `body` is parsed where it is JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly contentType: string;
      readonly body: unknown;
    }
  /** What each tag, or each transport, came to. */
  | { readonly kind: 'several'; readonly outcomes: Readonly<Record<string, Outcome>> }
  /** The outcomes of each round, and what the server held before the first. */
  | {
      readonly kind: 'rounds';
      readonly rounds: readonly (readonly Outcome[])[];
      readonly before: Footprint;
    }
  | { readonly kind: 'footprint'; readonly footprint: Footprint }
  /** Processes of the case's sandboxes that were still there. */
  | { readonly kind: 'processes'; readonly left: readonly HostProcess[] }
  | { readonly kind: 'host'; readonly host: HostView };

/** Times `work` and adds how long it took. */
export async function timed(work: () => Promise<OutcomeKind>): Promise<Outcome> {
  const started = performance.now();
  const outcome = await work();
  return { ...outcome, wallMs: performance.now() - started };
}
