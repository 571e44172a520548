import { chmod, copyFile, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INSIDE } from '../inside.ts';
import { readOnly, type RootOperation } from './operation.ts';

const FILES: Readonly<Record<string, string>> = {
  passwd: [
    'root:x:0:0:root:/:/usr/sbin/nologin',
    `${INSIDE.user}:x:${INSIDE.uid}:${INSIDE.gid}:sandbox:/workspace:/bin/sh`,
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  ].join('\n'),
  group: ['root:x:0:', `${INSIDE.user}:x:${INSIDE.gid}:`, 'nogroup:x:65534:'].join('\n'),
  hosts: [`127.0.0.1 localhost ${INSIDE.hostname}`, '::1 localhost'].join('\n'),
  hostname: INSIDE.hostname,
  'nsswitch.conf': ['passwd: files', 'group: files', 'hosts: files', 'services: files'].join('\n'),
};

/** Public files of the host that libraries read: the linker's cache and the certificate bundles. */
const COPIES = [
  'ld.so.cache',
  'ld-musl-x86_64.path',
  'ld-musl-aarch64.path',
  'ssl/certs/ca-certificates.crt',
  'ssl/cert.pem',
  'pki/tls/certs/ca-bundle.crt',
];
const ALTERNATIVES = 'alternatives';

/**
 * Writes the `/etc` that every sandbox sees into `directory`: made up, but for `COPIES` and `alternatives`.
 * @returns how it gets inside: one mount elsewhere, linked to entry by entry, so that a runner can add to it
 */
export async function writeEtc(directory: string, host = '/etc'): Promise<RootOperation[]> {
  await mkdir(directory, { recursive: true });
  await Promise.all([
    ...Object.entries(FILES).map(([name, text]) => writeFile(join(directory, name), `${text}\n`)),
    ...COPIES.map((name) => copyIfPresent(join(host, name), join(directory, name))),
    copyLinks(join(host, ALTERNATIVES), join(directory, ALTERNATIVES)),
  ]);
  await makeReadable(directory);
  const names = await readdir(directory);
  return [
    readOnly(directory, INSIDE.etc),
    ...names.map((name): RootOperation => ({
      kind: 'symlink',
      to: `..${INSIDE.etc}/${name}`,
      target: `/etc/${name}`,
    })),
    { kind: 'symlink', to: '/usr/share/zoneinfo/UTC', target: '/etc/localtime' },
  ];
}

async function copyIfPresent(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

async function copyLinks(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const entries = await readdir(source, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink());
  await Promise.all(
    links.map(async ({ name }) => symlink(await readlink(join(source, name)), join(target, name))),
  );
}

/** The server's umask may have kept the sandbox's user out. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  const entries = await readdir(directory, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) await makeReadable(path);
      else if (entry.isFile()) await chmod(path, 0o444);
    }),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
