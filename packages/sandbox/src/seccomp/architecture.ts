import { ReplError } from '@repltool/protocol';
import type { SyscallTable } from './syscall-table.ts';
import { SYSCALLS_ARM64 } from './syscalls-arm64.ts';
import { SYSCALLS_X86_64 } from './syscalls-x86-64.ts';

export interface SeccompArchitecture {
  /** AUDIT_ARCH_* of the kernel's user API. */
  readonly audit: number;
  readonly syscalls: SyscallTable;
  /** Lowest number of a second ABI that shares this architecture's audit value. */
  readonly foreignAbi: number | null;
}

const ARCHITECTURES: Readonly<Record<string, SeccompArchitecture>> = {
  x64: { audit: 0xc000003e, syscalls: SYSCALLS_X86_64, foreignAbi: 0x40000000 },
  arm64: { audit: 0xc00000b7, syscalls: SYSCALLS_ARM64, foreignAbi: null },
};

/**
 * @param arch as `process.arch` gives it
 * @throws ReplError SandboxUnavailable on a machine without a system call table here
 */
export function seccompArchitecture(arch: string): SeccompArchitecture {
  const known = ARCHITECTURES[arch];
  if (known !== undefined) return known;
  throw new ReplError(
    'SandboxUnavailable',
    `There is no seccomp filter for ${arch} processors; x64 and arm64 are supported.`,
  );
}

export function isKnownSyscall(name: string): boolean {
  return Object.values(ARCHITECTURES).some(({ syscalls }) => syscalls.has(name));
}
