import { describe, expect, test } from 'vitest';
import { simulate } from '../../test/seccomp/simulate.ts';
import { seccompArchitecture } from './architecture.ts';
import { compileSeccompProfile } from './compile.ts';
import { disassemble } from './disassemble.ts';
import { parseSeccompProfile, type SeccompCondition, type SeccompProfile } from './profile.ts';

const X64 = seccompArchitecture('x64');
const ARM64 = seccompArchitecture('arm64');
const READ = 0;

function profileOf(args: SeccompCondition[], action = 'SCMP_ACT_ALLOW' as const): SeccompProfile {
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 13,
    syscalls: [{ names: ['read'], action, args }],
  };
}

function verdictOf(condition: Omit<SeccompCondition, 'index'>, argument: bigint): string {
  const filter = compileSeccompProfile(profileOf([{ ...condition, index: 2 }]), X64);
  return simulate(filter, { arch: X64.audit, nr: READ, args: [0n, 0n, argument] });
}

const BIG = 0x1_0000_0002;
const ARGUMENTS = [
  0n,
  1n,
  2n,
  3n,
  0xffffffffn,
  0x1_0000_0000n,
  0x1_0000_0001n,
  0x1_0000_0002n,
  0x1_0000_0003n,
  0x2_0000_0002n,
  -1n,
];

describe('conditions compare all 64 bits of an argument', () => {
  test.each([
    ['SCMP_CMP_EQ', (a: bigint, b: bigint) => a === b],
    ['SCMP_CMP_NE', (a: bigint, b: bigint) => a !== b],
    ['SCMP_CMP_LT', (a: bigint, b: bigint) => a < b],
    ['SCMP_CMP_LE', (a: bigint, b: bigint) => a <= b],
    ['SCMP_CMP_GE', (a: bigint, b: bigint) => a >= b],
    ['SCMP_CMP_GT', (a: bigint, b: bigint) => a > b],
  ] as const)('%s', (op, holds) => {
    for (const value of [2, BIG])
      for (const argument of ARGUMENTS)
        expect([op, value, argument, verdictOf({ op, value }, argument)]).toEqual([
          op,
          value,
          argument,
          holds(BigInt.asUintN(64, argument), BigInt(value)) ? 'ALLOW' : 'ERRNO(13)',
        ]);
  });

  test('SCMP_CMP_MASKED_EQ', () => {
    const masked = {
      op: 'SCMP_CMP_MASKED_EQ',
      value: 0x1_0000_00ff,
      valueTwo: 0x1_0000_0005,
    } as const;
    expect(
      ARGUMENTS.map((argument) => verdictOf(masked, argument)).filter((one) => one === 'ALLOW'),
    ).toEqual([]);
    expect(verdictOf(masked, 0x1_0000_0005n)).toBe('ALLOW');
    expect(verdictOf(masked, 0xffff_0005_1234_5605n | 0x1_0000_0000n)).toBe('ALLOW');
    expect(verdictOf(masked, 0x5n)).toBe('ERRNO(13)');
  });
});

test('all conditions of a rule must hold, and the first rule that does decides', () => {
  const filter = compileSeccompProfile(
    {
      defaultAction: 'SCMP_ACT_KILL_PROCESS',
      syscalls: [
        {
          names: ['read', 'write'],
          action: 'SCMP_ACT_ALLOW',
          args: [
            { index: 0, op: 'SCMP_CMP_EQ', value: 1 },
            { index: 5, op: 'SCMP_CMP_GT', value: 9 },
          ],
        },
        {
          names: ['read'],
          action: 'SCMP_ACT_ERRNO',
          errnoRet: 22,
          args: [{ index: 0, op: 'SCMP_CMP_EQ', value: 1 }],
        },
        { names: ['read'], action: 'SCMP_ACT_LOG' },
        { names: ['read'], action: 'SCMP_ACT_TRAP' },
      ],
    },
    X64,
  );
  const run = (nr: number, first: bigint, sixth: bigint): string =>
    simulate(filter, { arch: X64.audit, nr, args: [first, 0n, 0n, 0n, 0n, sixth] });
  expect(run(0, 1n, 10n)).toBe('ALLOW');
  expect(run(0, 1n, 9n)).toBe('ERRNO(22)');
  expect(run(0, 2n, 10n)).toBe('LOG');
  expect(run(1, 1n, 10n)).toBe('ALLOW');
  expect(run(1, 1n, 9n)).toBe('KILL_PROCESS');
  expect(run(2, 1n, 10n)).toBe('KILL_PROCESS');
});

test('a foreign architecture is killed, the x32 range refused, a call newer than the table not there', () => {
  const filter = compileSeccompProfile({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [] }, X64);
  const I386 = 0x40000003;
  expect(simulate(filter, { arch: I386, nr: 0 })).toBe('KILL_PROCESS');
  expect(simulate(filter, { arch: ARM64.audit, nr: 0 })).toBe('KILL_PROCESS');
  for (const nr of [0x40000000, 0x40000000 | 101, -1])
    expect(simulate(filter, { arch: X64.audit, nr })).toBe('ERRNO(1)');
  const newest = Math.max(...X64.syscalls.values());
  expect(simulate(filter, { arch: X64.audit, nr: newest })).toBe('ALLOW');
  expect(simulate(filter, { arch: X64.audit, nr: newest + 1 })).toBe('ERRNO(38)');
});

test('a call that another architecture has is passed over; one that none has is refused by name', () => {
  const rules = (name: string): SeccompProfile => ({
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: [{ names: ['read', name], action: 'SCMP_ACT_ERRNO' }],
  });
  expect(simulate(compileSeccompProfile(rules('open'), ARM64), { arch: ARM64.audit, nr: 63 })).toBe(
    'ERRNO(1)',
  );
  expect(() => compileSeccompProfile(rules('opne'), X64)).toThrow(
    expect.objectContaining({
      code: 'InvalidRequest',
      message: expect.stringContaining('opne') as string,
    }) as Error,
  );
});

test('jumps farther than 255 instructions are made long', () => {
  const names = [...X64.syscalls.keys()].filter((_, index) => index % 2 === 0);
  const args: SeccompCondition[] = [{ index: 0, op: 'SCMP_CMP_EQ', value: 7 }];
  const filter = compileSeccompProfile(
    { defaultAction: 'SCMP_ACT_ERRNO', syscalls: [{ names, action: 'SCMP_ACT_ALLOW', args }] },
    X64,
  );
  expect(disassemble(filter).some((line) => line.includes('goto'))).toBe(true);
  for (const [name, nr] of X64.syscalls) {
    const expected = names.includes(name) ? 'ALLOW' : 'ERRNO(1)';
    expect([name, simulate(filter, { arch: X64.audit, nr, args: [7n] })]).toEqual([name, expected]);
    expect(simulate(filter, { arch: X64.audit, nr, args: [8n] })).toBe('ERRNO(1)');
  }
});

test('a small filter reads as what it does', () => {
  const filter = compileSeccompProfile(
    {
      defaultAction: 'SCMP_ACT_ERRNO',
      syscalls: [
        {
          names: ['write'],
          action: 'SCMP_ACT_ALLOW',
          args: [{ index: 0, op: 'SCMP_CMP_LE', value: 2 }],
        },
      ],
    },
    ARM64,
  );
  expect(disassemble(filter)).toEqual([
    '0000 A = arch',
    '0001 if (A == 0xc00000b7) 0003 else 0002',
    '0002 return KILL_PROCESS',
    '0003 A = nr',
    '0004 if (A >= 0x41) 0014 else 0005',
    '0005 if (A >= 0x40) 0007 else 0006',
    '0006 return ERRNO(1)',
    '0007 A = args[0].high',
    '0008 if (A > 0x0) 0013 else 0009',
    '0009 if (A == 0x0) 0010 else 0012',
    '0010 A = args[0].low',
    '0011 if (A > 0x2) 0013 else 0012',
    '0012 return ALLOW',
    '0013 return ERRNO(1)',
    '0014 if (A >= 0x1d6) 0016 else 0015',
    '0015 return ERRNO(1)',
    '0016 return ERRNO(38)',
  ]);
});

test('a profile in JSON is parsed, and each member at fault named', () => {
  expect(parseSeccompProfile({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [] })).toBeDefined();
  expect(() =>
    parseSeccompProfile({
      defaultAction: 'SCMP_ACT_PERMIT',
      syscalls: [{ names: [], action: 'SCMP_ACT_ALLOW' }],
    }),
  ).toThrow(
    expect.objectContaining({
      code: 'InvalidRequest',
      issues: [
        expect.objectContaining({ field: 'defaultAction' }),
        expect.objectContaining({ field: 'syscalls.0.names' }),
      ],
    }) as Error,
  );
});
