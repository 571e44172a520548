import { BPF, decodeProgram } from '../../src/seccomp/bpf.ts';
import { describeVerdict } from '../../src/seccomp/disassemble.ts';

export interface Call {
  readonly arch: number;
  readonly nr: number;
  readonly args?: readonly bigint[];
}

/** Runs a filter as the kernel would, on this architecture or another. */
export function simulate(program: Buffer, { arch, nr, args = [] }: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(nr >>> 0, 0);
  data.writeUInt32LE(arch >>> 0, 4);
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + 8 * index);
  const instructions = decodeProgram(program);
  let accumulator = 0;
  for (let at = 0; at < instructions.length; at += 1) {
    const instruction = instructions[at];
    if (instruction === undefined) break;
    const { code, jumpTrue, jumpFalse, operand } = instruction;
    const jump = (holds: boolean): void => {
      at += holds ? jumpTrue : jumpFalse;
    };
    if (code === BPF.LOAD) accumulator = data.readUInt32LE(operand);
    else if (code === BPF.AND) accumulator = (accumulator & operand) >>> 0;
    else if (code === BPF.JUMP) at += operand;
    else if (code === BPF.JUMP_EQUAL) jump(accumulator === operand);
    else if (code === BPF.JUMP_GREATER) jump(accumulator > operand);
    else if (code === BPF.JUMP_GREATER_EQUAL) jump(accumulator >= operand);
    else if (code === BPF.RETURN) return describeVerdict(operand);
    else throw new Error(`instruction ${code} at ${at}`);
  }
  throw new Error('the program ran past its end');
}
