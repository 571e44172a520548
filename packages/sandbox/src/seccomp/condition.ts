import type { Assembler, Label } from './assembler.ts';
import { BPF, SECCOMP_DATA } from './bpf.ts';
import type { SeccompCondition } from './profile.ts';

interface Halves {
  readonly high: number;
  readonly low: number;
}

function halves(value: number): Halves {
  return { high: Math.floor(value / 2 ** 32), low: value % 2 ** 32 };
}

/** Emits the test of one argument; the halves of its 64 bits are compared one after the other. */
export function emitCondition(
  asm: Assembler,
  { index, op, value, valueTwo = 0 }: SeccompCondition,
  whenTrue: Label,
  whenFalse: Label,
): void {
  switch (op) {
    case 'SCMP_CMP_EQ':
      return emitMasked(
        asm,
        index,
        { high: 0xffffffff, low: 0xffffffff },
        halves(value),
        whenTrue,
        whenFalse,
      );
    case 'SCMP_CMP_NE':
      return emitMasked(
        asm,
        index,
        { high: 0xffffffff, low: 0xffffffff },
        halves(value),
        whenFalse,
        whenTrue,
      );
    case 'SCMP_CMP_MASKED_EQ':
      return emitMasked(asm, index, halves(value), halves(valueTwo), whenTrue, whenFalse);
    case 'SCMP_CMP_GT':
      return emitOrder(asm, index, BPF.JUMP_GREATER, halves(value), whenTrue, whenFalse);
    case 'SCMP_CMP_GE':
      return emitOrder(asm, index, BPF.JUMP_GREATER_EQUAL, halves(value), whenTrue, whenFalse);
    case 'SCMP_CMP_LT':
      return emitOrder(asm, index, BPF.JUMP_GREATER_EQUAL, halves(value), whenFalse, whenTrue);
    case 'SCMP_CMP_LE':
      return emitOrder(asm, index, BPF.JUMP_GREATER, halves(value), whenFalse, whenTrue);
  }
}

function emitMasked(
  asm: Assembler,
  index: number,
  mask: Halves,
  expected: Halves,
  whenTrue: Label,
  whenFalse: Label,
): void {
  const low: Label = Symbol('low half');
  asm.load(SECCOMP_DATA.high(index));
  if (mask.high !== 0xffffffff) asm.and(mask.high);
  asm.branch(BPF.JUMP_EQUAL, expected.high, low, whenFalse);
  asm.place(low);
  asm.load(SECCOMP_DATA.low(index));
  if (mask.low !== 0xffffffff) asm.and(mask.low);
  asm.branch(BPF.JUMP_EQUAL, expected.low, whenTrue, whenFalse);
}

function emitOrder(
  asm: Assembler,
  index: number,
  lowTest: number,
  bound: Halves,
  whenTrue: Label,
  whenFalse: Label,
): void {
  const notGreater: Label = Symbol('high half not greater');
  const low: Label = Symbol('low half');
  asm.load(SECCOMP_DATA.high(index));
  asm.branch(BPF.JUMP_GREATER, bound.high, whenTrue, notGreater);
  asm.place(notGreater);
  asm.branch(BPF.JUMP_EQUAL, bound.high, low, whenFalse);
  asm.place(low);
  asm.load(SECCOMP_DATA.low(index));
  asm.branch(lowTest, bound.low, whenTrue, whenFalse);
}
