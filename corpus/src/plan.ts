import type { ResourceLimitsRequest, SandboxMode } from '@repltool/protocol';
import type { Case } from './cases.ts';

/**
 * Which walls stand: all of the product, or the kernel's alone, as they must hold against native code that neither the
 * policy nor the interpreter's fence has stopped.
 */
export type Wall = 'product' | 'boundary';

/** One way to replay a case. */
export interface Plan {
  readonly mode: SandboxMode;
  readonly wall: Wall;
  /** What its sessions get beside what its steps ask for. */
  readonly limits: ResourceLimitsRequest;
}

/**
 * Cases that name no mode run in standard mode; these in strict mode too, since all they use is allowed there. The policy is
 * what says so: it denies a cell of every other one.
 */
const ALSO_STRICT: readonly string[] = [
  ...['py-003-surrogates', 'py-013-swallow-interrupt', 'py-015-interrupt-input'],
  ...['py-021-future-leak', 'py-023-syntax-errors', 'py-025-exception-shapes'],
  ...['py-038-last-expr', 'nd-001-redeclare', 'nd-003-failed-cell-bindings'],
  ...['nd-005-object-vs-block', 'nd-006-auto-return', 'nd-008-reject-then-catch'],
  ...['nd-010-exit-truncation', 'nd-023-utf16-split', 'nd-025-typescript'],
  ...['nd-026-timer-overflow-user', 'nd-028-completion-eval', 'sh-006-unbalanced'],
  ...['sh-011-set-e-sticky', 'sh-013-set-u', 'sh-015-onecmd-noexec', 'sh-025-hijack-builtins'],
];

/** And these in relaxed mode alone, for the programs they start are not in the toolbox of standard mode. */
const ONLY_RELAXED: readonly string[] = [];

const ALL_MODES: readonly SandboxMode[] = ['strict', 'standard', 'relaxed'];

/** Cases whose prose is about other modes than those the rules above give them. */
const MODES: Readonly<Record<string, readonly SandboxMode[]>> = {
  'nd-018-wasm-as': ALL_MODES,
  'sh-016-stdin-eaten': ['standard', 'relaxed'],
  'sb-001-proc-secrets': ALL_MODES,
  'sb-006-io-uring': ['strict', 'standard'],
  'sb-008-sockets': ALL_MODES,
  // In strict mode, where nothing can be written, its cell ends half-way.
  'sb-010-privileged-fs': ['strict', 'standard'],
  'sb-011-keyctl': ALL_MODES,
};

function modesOf({ id, mode }: Case): readonly SandboxMode[] {
  const chosen = MODES[id];
  if (chosen !== undefined) return chosen;
  if (mode !== null) return [mode];
  if (ONLY_RELAXED.includes(id)) return ['relaxed'];
  return ALSO_STRICT.includes(id) ? ['strict', 'standard'] : ['standard'];
}

/** Cases that sleep most of the time, and look at nothing but their own sessions: those of an area run side by side. */
export const MOSTLY_WAITING: readonly string[] = [
  ...['py-011-mp-spawn', 'py-013-swallow-interrupt', 'py-031-signals', 'py-045-asyncio-background'],
  ...['sh-008-exit-bg', 'sh-020-bg-late-output', 'sh-023-timeout-tree'],
  ...['lm-003-timeout-keeps-output', 'lm-013-timeout-precedence'],
  ...['pr-001-busy', 'pr-011-idle-reaper', 'pr-013-restart', 'pr-015-stale-frame'],
];

/** Limits that let the cells of a case get as far as it is about. */
const LIMITS: Readonly<Record<string, ResourceLimitsRequest>> = {
  // All of the 6 MB that it writes.
  'py-006-two-pipes': { max_output_size: 10_485_760 },
  // And of the megabyte and three bytes.
  'nd-010-exit-truncation': { max_output_size: 10_485_760 },
};

/** The kernel's wall alone, too, where strict mode's policy and fence stand before it. */
function wallsOf({ area }: Case, mode: SandboxMode): readonly Wall[] {
  const alone = area === 'sandbox' && mode === 'strict';
  return alone ? ['product', 'boundary'] : ['product'];
}

export function plansOf(one: Case): readonly Plan[] {
  return modesOf(one).flatMap((mode) =>
    wallsOf(one, mode).map((wall) => ({ mode, wall, limits: LIMITS[one.id] ?? {} })),
  );
}
