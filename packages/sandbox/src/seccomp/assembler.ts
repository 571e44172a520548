import { BPF, MAX_INSTRUCTIONS, type Instruction } from './bpf.ts';

/** A place in the program, to be jumped to from before it. */
export type Label = symbol;

type Line =
  | { readonly kind: 'plain'; readonly code: number; readonly operand: number }
  | {
      readonly kind: 'branch';
      readonly code: number;
      readonly operand: number;
      readonly whenTrue: Label;
      readonly whenFalse: Label;
    }
  | { readonly kind: 'label'; readonly label: Label };

const MAX_SHORT_JUMP = 255;
/** A branch whose targets may be too far for 8 bits is followed by two long jumps. */
const LONG_BRANCH_LENGTH = 3;

/** Collects lines and turns labels into offsets. A branch grows long jumps only where its targets are far away. */
export class Assembler {
  readonly #lines: Line[] = [];

  load(offset: number): void {
    this.#lines.push({ kind: 'plain', code: BPF.LOAD, operand: offset });
  }

  and(mask: number): void {
    this.#lines.push({ kind: 'plain', code: BPF.AND, operand: mask });
  }

  return(verdict: number): void {
    this.#lines.push({ kind: 'plain', code: BPF.RETURN, operand: verdict });
  }

  branch(code: number, operand: number, whenTrue: Label, whenFalse: Label): void {
    this.#lines.push({ kind: 'branch', code, operand, whenTrue, whenFalse });
  }

  place(label: Label): void {
    this.#lines.push({ kind: 'label', label });
  }

  assemble(): Instruction[] {
    const long = new Set<Line>();
    for (;;) {
      const { starts, labels } = this.#layOut(long);
      const tooFar = this.#lines.filter(
        (line, index) =>
          line.kind === 'branch' &&
          !long.has(line) &&
          [line.whenTrue, line.whenFalse].some(
            (label) => distance(starts[index], labels.get(label)) > MAX_SHORT_JUMP,
          ),
      );
      if (tooFar.length === 0) return this.#emit(long, starts, labels);
      for (const line of tooFar) long.add(line);
    }
  }

  #layOut(long: ReadonlySet<Line>): { starts: number[]; labels: Map<Label, number> } {
    const labels = new Map<Label, number>();
    let at = 0;
    const starts = this.#lines.map((line) => {
      const start = at;
      if (line.kind === 'label') labels.set(line.label, at);
      else at += long.has(line) ? LONG_BRANCH_LENGTH : 1;
      return start;
    });
    if (at > MAX_INSTRUCTIONS) throw new RangeError(`seccomp filter of ${at} instructions`);
    return { starts, labels };
  }

  #emit(
    long: ReadonlySet<Line>,
    starts: readonly number[],
    labels: ReadonlyMap<Label, number>,
  ): Instruction[] {
    return this.#lines.flatMap((line, index): Instruction[] => {
      if (line.kind === 'label') return [];
      const { code, operand } = line;
      if (line.kind === 'plain') return [{ code, jumpTrue: 0, jumpFalse: 0, operand }];
      const jumpTrue = distance(starts[index], labels.get(line.whenTrue));
      const jumpFalse = distance(starts[index], labels.get(line.whenFalse));
      if (!long.has(line)) return [{ code, jumpTrue, jumpFalse, operand }];
      return [
        { code, jumpTrue: 0, jumpFalse: 1, operand },
        { code: BPF.JUMP, jumpTrue: 0, jumpFalse: 0, operand: jumpTrue - 1 },
        { code: BPF.JUMP, jumpTrue: 0, jumpFalse: 0, operand: jumpFalse - 2 },
      ];
    });
  }
}

/** Instructions to skip after the one at `from` to reach `to`. */
function distance(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined || to <= from)
    throw new RangeError('a BPF jump needs a placed label further on');
  return to - from - 1;
}
