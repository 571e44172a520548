import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** The data directory it is given as its last argument. */
  readonly dataDir: string;
  /** The first line it prints, as JSON. */
  readonly answer: Promise<unknown>;
}

export interface ServerOptions {
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Descriptors from 3 on that it starts with. */
  readonly inherited?: readonly ('ignore' | number)[];
  /** A program with arguments that becomes the ones after them. */
  readonly command?: readonly string[];
}

/** Runs a script of this directory as a process of its own, bundled so that any user can read it. */
export async function startServer(
  script: string,
  args: readonly string[] = [],
  { user, inherited = [], command = [] }: ServerOptions = {},
): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-server-'));
  await chmod(directory, 0o777);
  const dataDir = join(directory, 'data');
  const bundle = join(directory, 'server.mjs');
  await writeFile(bundle, await bundled(script));
  const node = user === undefined ? process.execPath : await reachableNode(directory);
  const [program = node, ...rest] = [...command, node, bundle, ...args, dataDir];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit', ...inherited],
    cwd: '/',
    ...user,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    // Opening a backend clears what a killed server left behind.
    await using backend = createBubblewrapBackend({ dataDir });
    await backend.probe();
    await backend[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the server has no standard output');
  const answer = new Promise<unknown>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code, signal) => reject(new Error(`the server ended: ${signal ?? code}`)));
  });
  return { child, dataDir, answer };
}

const bundles = new Map<string, Promise<Uint8Array>>();

function bundled(script: string): Promise<Uint8Array> {
  const known = bundles.get(script);
  if (known !== undefined) return known;
  const made = build({
    entryPoints: [join(import.meta.dirname, script)],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@repltool/source'],
    logLevel: 'error',
  }).then(({ outputFiles: [output] }) => output?.contents ?? new Uint8Array());
  bundles.set(script, made);
  return made;
}

/** A Node that other users can run: this one, or a copy when it is in somebody's home. */
async function reachableNode(directory: string): Promise<string> {
  for (let at = dirname(process.execPath); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) break;
    if (at === dirname(at)) return process.execPath;
  }
  const copy = join(directory, 'node');
  await copyFile(process.execPath, copy);
  return copy;
}
