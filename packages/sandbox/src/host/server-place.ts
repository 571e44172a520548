import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplError } from '@repltool/protocol';
import { isRunning, readProcessStat } from './process-stat.ts';
import { firstBarrier } from './walkable.ts';

const ROOT_DATA_DIR = '/var/lib/repltool';
const WALK_ONLY = 0o711;
/** The sandboxes' users may walk through, but not look around; nobody else may do either. */
const GROUP_WALKS = 0o710;
const PRIVATE = 0o700;

/** The directory of one backend, and its name, which also names its control groups. */
export interface ServerPlace {
  readonly key: string;
  readonly directory: string;
  /** Holds the places of all servers of this data directory. */
  readonly servers: string;
}

/**
 * Makes this server's directory. As root it has to be where the sandboxes' users can walk to: `dataDir` if that is
 * such a place, `/var/lib/repltool` if not.
 * @param group that of the sandboxes' users, when it is not the server's own
 * @throws ReplError SandboxUnavailable when neither will do
 */
export async function createServerPlace(
  dataDir: string | undefined,
  group: number | undefined,
): Promise<ServerPlace> {
  const uid = process.getuid?.() ?? 0;
  const base = uid === 0 ? await rootBase(dataDir) : await userBase(dataDir, uid);
  const servers = join(base, 'servers');
  const key = serverKey();
  const directory = join(servers, key);
  await mkdir(servers, { recursive: true });
  await chmod(servers, uid === 0 ? WALK_ONLY : PRIVATE);
  await mkdir(directory, { mode: PRIVATE });
  if (group !== undefined) {
    await chown(directory, uid, group);
    await chmod(directory, GROUP_WALKS);
  }
  return { key, directory, servers };
}

async function rootBase(dataDir: string | undefined): Promise<string> {
  const candidates = dataDir === undefined ? [ROOT_DATA_DIR] : [dataDir, ROOT_DATA_DIR];
  const barriers: string[] = [];
  for (const candidate of candidates) {
    const path = join(candidate, 'servers');
    await mkdir(path, { recursive: true });
    const barrier = await firstBarrier(path);
    if (barrier === null) return candidate;
    barriers.push(barrier);
  }
  throw new ReplError(
    'SandboxUnavailable',
    `The users of the sandboxes cannot walk through ${barriers.join(' or ')}: choose a data directory elsewhere, or give others the right to (chmod o+x).`,
  );
}

async function userBase(dataDir: string | undefined, uid: number): Promise<string> {
  if (dataDir !== undefined) return dataDir;
  const path = join(tmpdir(), `repltool-${uid}`);
  await mkdir(path, { recursive: true, mode: PRIVATE });
  const stats = await lstat(path);
  if (stats.isDirectory() && stats.uid === uid) return path;
  throw new ReplError(
    'SandboxUnavailable',
    `${path} belongs to someone else: choose another data directory.`,
  );
}

/**
 * Pids mean something in one pid namespace only, so its number is part of the name; the last part tells apart the
 * backends of one process.
 */
function serverKey(): string {
  const startTime = readProcessStat(process.pid)?.startTime ?? '0';
  return [process.pid, startTime, pidNamespace(), randomBytes(4).toString('hex')].join('-');
}

/** Whether the name is that of a server on this machine's view of processes that has ended. */
export function isDeadServer(key: string): boolean {
  const [, pid, startTime, namespace] = /^(\d+)-(\d+)-(\d+)-[0-9a-f]+$/.exec(key) ?? [];
  if (pid === undefined || startTime === undefined || namespace !== pidNamespace()) return false;
  return !isRunning({ pid: Number(pid), startTime });
}

function pidNamespace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
}
