import { ReplError } from '@repltool/protocol';
import { isKnownSyscall, type SeccompArchitecture } from './architecture.ts';
import { Assembler, type Label } from './assembler.ts';
import { BPF, encodeProgram, SECCOMP_DATA } from './bpf.ts';
import { emitCondition } from './condition.ts';
import type { SeccompAction, SeccompProfile, SeccompRule } from './profile.ts';

const EPERM = 1;
const ENOSYS = 38;
const VERDICT = {
  allow: 0x7fff0000,
  log: 0x7ffc0000,
  errno: 0x00050000,
  trap: 0x00030000,
  killThread: 0x00000000,
  killProcess: 0x80000000,
} as const;

/** What becomes of a run of consecutive system call numbers: one verdict, or rules that look at arguments. */
interface Range {
  readonly first: number;
  readonly decision: number | readonly SeccompRule[];
}

/**
 * Compiles a profile to the program `seccomp(2)` takes. Calls of another architecture kill the process; those of
 * a second ABI of the same one are refused; numbers newer than the table answer ENOSYS, so that libraries fall back.
 * @throws ReplError InvalidRequest naming a system call that no architecture has
 */
export function compileSeccompProfile(
  profile: SeccompProfile,
  architecture: SeccompArchitecture,
): Buffer {
  refuseUnknownCalls(profile);
  const fallback = verdict(profile.defaultAction, profile.defaultErrnoRet);
  const asm = new Assembler();
  const sameArchitecture: Label = Symbol('same architecture');
  const foreignArchitecture: Label = Symbol('foreign architecture');
  asm.load(SECCOMP_DATA.arch);
  asm.branch(BPF.JUMP_EQUAL, architecture.audit, sameArchitecture, foreignArchitecture);
  asm.place(foreignArchitecture);
  asm.return(VERDICT.killProcess);
  asm.place(sameArchitecture);
  asm.load(SECCOMP_DATA.nr);
  emitSearch(asm, toRanges(profile, architecture, fallback), fallback);
  return encodeProgram(asm.assemble());
}

function refuseUnknownCalls({ syscalls }: SeccompProfile): void {
  const unknown = syscalls.flatMap(({ names }) => names).filter((name) => !isKnownSyscall(name));
  if (unknown.length === 0) return;
  throw new ReplError(
    'InvalidRequest',
    `The seccomp profile names unknown system calls: ${unknown.join(', ')}. Correct the names, or leave them out.`,
    {
      issues: unknown.map((name) => ({
        field: 'syscalls.names',
        value: name,
        message: 'must be a system call of Linux on x86-64 or arm64',
      })),
    },
  );
}

function verdict(action: SeccompAction, errno: number = EPERM): number {
  switch (action) {
    case 'SCMP_ACT_ALLOW':
      return VERDICT.allow;
    case 'SCMP_ACT_ERRNO':
      return VERDICT.errno | errno;
    case 'SCMP_ACT_LOG':
      return VERDICT.log;
    case 'SCMP_ACT_TRAP':
      return VERDICT.trap;
    case 'SCMP_ACT_KILL':
    case 'SCMP_ACT_KILL_THREAD':
      return VERDICT.killThread;
    case 'SCMP_ACT_KILL_PROCESS':
      return VERDICT.killProcess;
  }
}

function toRanges(
  profile: SeccompProfile,
  { syscalls, foreignAbi }: SeccompArchitecture,
  fallback: number,
): Range[] {
  const byNumber = new Map<number, SeccompRule[]>();
  for (const rule of profile.syscalls) {
    for (const name of rule.names) {
      const number = syscalls.get(name);
      if (number === undefined) continue;
      const rules = byNumber.get(number);
      if (rules === undefined) byNumber.set(number, [rule]);
      else rules.push(rule);
    }
  }
  const last = Math.max(...syscalls.values());
  const ranges: Range[] = [];
  for (let number = 0; number <= last; number += 1) {
    const decision = decide(byNumber.get(number) ?? [], fallback);
    if (ranges.at(-1)?.decision !== decision) ranges.push({ first: number, decision });
  }
  ranges.push({ first: last + 1, decision: VERDICT.errno | ENOSYS });
  if (foreignAbi !== null) ranges.push({ first: foreignAbi, decision: VERDICT.errno | EPERM });
  return ranges;
}

function decide(rules: readonly SeccompRule[], fallback: number): Range['decision'] {
  const [first] = rules;
  if (first === undefined) return fallback;
  return isUnconditional(first) ? verdict(first.action, first.errnoRet) : rules;
}

function isUnconditional({ args = [] }: SeccompRule): boolean {
  return args.length === 0;
}

/** Binary search for the range the accumulator's number is in. */
function emitSearch(asm: Assembler, ranges: readonly Range[], fallback: number): void {
  const [only, ...others] = ranges;
  if (only === undefined) return;
  if (others.length === 0) return emitDecision(asm, only.decision, fallback);
  const middle = Math.ceil(ranges.length / 2);
  const lower: Label = Symbol('lower half');
  const upper: Label = Symbol('upper half');
  asm.branch(BPF.JUMP_GREATER_EQUAL, ranges[middle]?.first ?? 0, upper, lower);
  asm.place(lower);
  emitSearch(asm, ranges.slice(0, middle), fallback);
  asm.place(upper);
  emitSearch(asm, ranges.slice(middle), fallback);
}

function emitDecision(asm: Assembler, decision: Range['decision'], fallback: number): void {
  if (typeof decision === 'number') return asm.return(decision);
  for (const rule of decision) {
    const next: Label = Symbol('next rule');
    for (const condition of rule.args ?? []) {
      const holds: Label = Symbol('holds');
      emitCondition(asm, condition, holds, next);
      asm.place(holds);
    }
    asm.return(verdict(rule.action, rule.errnoRet));
    if (isUnconditional(rule)) return;
    asm.place(next);
  }
  asm.return(fallback);
}
