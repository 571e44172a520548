import type { RootOperation } from './root/operation.ts';
import { INSIDE } from './inside.ts';

export interface BubblewrapPlan {
  readonly root: readonly RootOperation[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** Descriptors bwrap inherits, reads or writes, and closes. */
  readonly seccompFd: number;
  readonly statusFd: number;
  readonly blockFd: number;
  /** Whether user namespaces can be switched off inside; a nested container may not let them. */
  readonly disableUserNamespaces: boolean;
}

/** bwrap's options for its `--args` descriptor. Whether a mount or a variable may be there at all is checked before. */
export function bubblewrapArguments(plan: BubblewrapPlan): string[] {
  return [
    // By name: started by root, `--unshare-all` alone would skip it and keep capabilities.
    '--unshare-user',
    '--unshare-all',
    ...(plan.disableUserNamespaces ? ['--disable-userns'] : []),
    ...['--uid', String(INSIDE.uid), '--gid', String(INSIDE.gid)],
    ...['--hostname', INSIDE.hostname],
    ...['--cap-drop', 'ALL'],
    '--new-session',
    '--die-with-parent',
    '--clearenv',
    ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...plan.root.flatMap(operationArguments),
    ...['--chdir', plan.workingDirectory],
    ...['--seccomp', String(plan.seccompFd)],
    ...['--json-status-fd', String(plan.statusFd)],
    ...['--block-fd', String(plan.blockFd)],
  ];
}

function operationArguments(operation: RootOperation): string[] {
  switch (operation.kind) {
    case 'read-only':
      return ['--ro-bind', operation.source, operation.target];
    case 'writable':
      return ['--bind', operation.source, operation.target];
    case 'device':
      return ['--dev-bind', operation.path, operation.path];
    case 'tmpfs':
      return [
        ...['--perms', octal(operation.mode), '--size', String(operation.sizeBytes)],
        ...['--tmpfs', operation.target],
      ];
    case 'directory':
      return ['--perms', octal(0o755), '--dir', operation.target];
    case 'symlink':
      return ['--symlink', operation.to, operation.target];
    case 'file':
      return ['--perms', octal(0o444), '--file', String(operation.fd), operation.target];
    case 'proc':
      return ['--proc', '/proc'];
    case 'seal':
      return ['--remount-ro', operation.target];
  }
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
