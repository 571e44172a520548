import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
const STANDARD = 2;

/**
 * Descriptors of this process that a child would inherit: Node opens its own close-on-exec, but those it was
 * started with, or that native code opened, may not be. Each number is looked at once while it stays open.
 */
export function createDescriptorWatch(): { inheritable(): number[] } {
  let known = new Map<number, boolean>();
  return {
    inheritable() {
      const open = new Map<number, boolean>();
      for (const name of readdirSync('/proc/self/fd')) {
        const fd = Number(name);
        if (fd > STANDARD) open.set(fd, known.get(fd) ?? isInheritable(fd));
      }
      known = open;
      return [...open].filter(([, inheritable]) => inheritable).map(([fd]) => fd);
    },
  };
}

function isInheritable(fd: number): boolean {
  let info: string;
  try {
    info = readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1');
  } catch {
    // The one that listed the directory, closed since.
    return false;
  }
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1] ?? '0';
  return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
}
