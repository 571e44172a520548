/** Classic BPF as seccomp uses it: an accumulator, forward jumps, 8 bytes an instruction. */
export const BPF = {
  LOAD: 0x20,
  JUMP: 0x05,
  JUMP_EQUAL: 0x15,
  JUMP_GREATER: 0x25,
  JUMP_GREATER_EQUAL: 0x35,
  AND: 0x54,
  RETURN: 0x06,
} as const;

const INSTRUCTION_BYTES = 8;
/** The kernel refuses longer programs. */
export const MAX_INSTRUCTIONS = 4096;

/** Offsets in `struct seccomp_data`; both architectures are little-endian. */
export const SECCOMP_DATA = {
  nr: 0,
  arch: 4,
  low: (index: number) => 16 + 8 * index,
  high: (index: number) => 20 + 8 * index,
} as const;

export interface Instruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly operand: number;
}

export function encodeProgram(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  for (const [index, { code, jumpTrue, jumpFalse, operand }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jumpTrue, at + 2);
    bytes.writeUInt8(jumpFalse, at + 3);
    bytes.writeUInt32LE(operand, at + 4);
  }
  return bytes;
}

export function decodeProgram(bytes: Buffer): Instruction[] {
  if (bytes.length % INSTRUCTION_BYTES !== 0)
    throw new RangeError('not a whole number of BPF instructions');
  return Array.from({ length: bytes.length / INSTRUCTION_BYTES }, (_, index) => {
    const at = index * INSTRUCTION_BYTES;
    return {
      code: bytes.readUInt16LE(at),
      jumpTrue: bytes.readUInt8(at + 2),
      jumpFalse: bytes.readUInt8(at + 3),
      operand: bytes.readUInt32LE(at + 4),
    };
  });
}
