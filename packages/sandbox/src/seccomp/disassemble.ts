import { BPF, decodeProgram, type Instruction } from './bpf.ts';

const VERDICTS: Readonly<Record<number, string>> = {
  0x7fff: 'ALLOW',
  0x7ffc: 'LOG',
  0x0005: 'ERRNO',
  0x0003: 'TRAP',
  0x0000: 'KILL_THREAD',
  0x8000: 'KILL_PROCESS',
};

/** A filter as text, one instruction a line, for people and tests. */
export function disassemble(program: Buffer): string[] {
  return decodeProgram(program).map((instruction, at) => `${pad(at)} ${describe(instruction, at)}`);
}

function describe({ code, jumpTrue, jumpFalse, operand }: Instruction, at: number): string {
  const branch = (test: string): string =>
    `if (A ${test} ${hex(operand)}) ${pad(at + 1 + jumpTrue)} else ${pad(at + 1 + jumpFalse)}`;
  switch (code) {
    case BPF.LOAD:
      return `A = ${field(operand)}`;
    case BPF.AND:
      return `A &= ${hex(operand)}`;
    case BPF.JUMP:
      return `goto ${pad(at + 1 + operand)}`;
    case BPF.JUMP_EQUAL:
      return branch('==');
    case BPF.JUMP_GREATER:
      return branch('>');
    case BPF.JUMP_GREATER_EQUAL:
      return branch('>=');
    case BPF.RETURN:
      return `return ${describeVerdict(operand)}`;
    default:
      return `unknown ${hex(code)} ${hex(operand)}`;
  }
}

export function describeVerdict(verdict: number): string {
  const name = VERDICTS[verdict >>> 16] ?? hex(verdict);
  const data = verdict & 0xffff;
  return data === 0 ? name : `${name}(${data})`;
}

function field(offset: number): string {
  if (offset === 0) return 'nr';
  if (offset === 4) return 'arch';
  const half = (offset - 16) % 8 === 0 ? 'low' : 'high';
  return `args[${Math.floor((offset - 16) / 8)}].${half}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function pad(at: number): string {
  return String(at).padStart(4, '0');
}
