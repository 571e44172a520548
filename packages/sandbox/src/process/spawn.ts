import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { ReplError } from '@repltool/protocol';
import { openAnonymousFile } from '../host/anonymous-file.ts';
import type { HostUser } from '../host/sandbox-user.ts';
import { FD } from './descriptors.ts';
import type { Stdio } from './stdio.ts';

const SHELL = '/bin/sh';

export interface SpawnPlan {
  readonly bwrap: string;
  /** Options for `--args`, so that they are in nobody's command line. */
  readonly options: readonly string[];
  readonly argv: readonly string[];
  /** Run by the shell first; it ends by becoming what its arguments say. */
  readonly script: string;
  readonly seccomp: Buffer;
  /** Host paths of the driver files, for the descriptors from `FD.firstDriverFile` on. */
  readonly driverFiles: readonly string[];
  readonly stdio: Stdio;
  readonly user: HostUser | undefined;
  /** Private directory for files that are unlinked at once. */
  readonly scratch: string;
  /** Descriptors of this process that must not reach the sandbox. */
  readonly inheritable: readonly number[];
}

export interface Spawned {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly status: Socket;
  readonly gate: Socket;
  readonly block: Socket;
}

/**
 * Starts the shell that will become bwrap; it waits for its gate to be opened.
 * @throws ReplError SandboxUnavailable when it cannot be started
 */
export function spawnBubblewrap(plan: SpawnPlan): Spawned {
  const opened: number[] = [];
  const keep = (fd: number): number => {
    opened.push(fd);
    return fd;
  };
  try {
    const options = Buffer.from(plan.options.map((option) => `${option}\0`).join(''));
    const stdio: ('pipe' | 'ignore' | number)[] = [
      'ignore',
      ...plan.stdio.childFds,
      keep(openAnonymousFile(plan.scratch, options)),
      keep(openAnonymousFile(plan.scratch, plan.seccomp)),
      'pipe',
      'pipe',
      'pipe',
      ...plan.driverFiles.map((path) => keep(openSync(path, 'r'))),
    ];
    const leaks = plan.inheritable.filter((fd) => fd >= stdio.length);
    const nothing = leaks.length === 0 ? 0 : keep(openSync('/dev/null', 'r'));
    for (const fd of leaks) {
      while (stdio.length < fd) stdio.push('ignore');
      stdio[fd] = nothing;
    }
    // bwrap closes a descriptor once it has read its arguments to the end, of which /dev/null has none.
    const closeLeaks = leaks.flatMap((fd) => ['--args', String(fd)]);
    const bwrap = [plan.bwrap, '--args', String(FD.args), ...closeLeaks, '--', ...plan.argv];
    return parts(
      spawn(SHELL, ['-c', plan.script, 'sh', ...bwrap], {
        stdio,
        cwd: '/',
        env: {},
        ...plan.user,
      }),
    );
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

function parts(child: ChildProcess): Spawned {
  const socket = (fd: number): Socket => {
    const stream = child.stdio[fd];
    if (stream instanceof Socket) return stream;
    throw new ReplError('SandboxUnavailable', `The host gave no pipe for descriptor ${fd}.`);
  };
  // A pid is there at once unless the start failed, and then the failure is told by an event.
  child.on('error', () => undefined);
  if (child.pid === undefined)
    throw new ReplError(
      'SandboxUnavailable',
      `The host cannot start ${SHELL}: too many processes, or no right to become the sandbox's user.`,
    );
  return {
    child,
    pid: child.pid,
    status: socket(FD.status),
    gate: socket(FD.gate),
    block: socket(FD.block),
  };
}
