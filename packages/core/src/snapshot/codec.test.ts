import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from './codec.ts';
import type { Snapshot } from './snapshot.ts';

const SNAPSHOT: Snapshot = {
  language: 'bash',
  runtime: { name: 'bash', version: '5.2.15' },
  createdAt: '2026-01-01T00:00:00.000Z',
  state: { pieces: ['x=1\n', 'é'], chars: 5, lostNames: ['job sleep'] },
  files: {
    entries: [
      { path: 'd', mode: 0o750, identity: '', kind: 'directory' },
      {
        path: 'd/b\xc3d',
        mode: 0o640,
        identity: '',
        kind: 'file',
        mtimeMs: 1.5,
        content: Buffer.of(0, 255),
      },
      { path: 'l', mode: 0o777, identity: '', kind: 'link', target: '../../etc/passwd' },
    ],
    bytes: 2,
    omitted: ['pipe'],
  },
};

/** A snapshot with this body, and all else in order. */
function pack(body: unknown, version = 1): Buffer {
  return packText(JSON.stringify(body), version);
}

function packText(json: string, version = 1): Buffer {
  const packed = gzipSync(json);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const header = JSON.stringify({ format: 'repltool-snapshot', version, sha256 });
  return Buffer.concat([Buffer.from(`${header}\n`), packed]);
}

const BODY = {
  language: 'bash',
  runtime: SNAPSHOT.runtime,
  created_at: SNAPSHOT.createdAt,
  state: { pieces: [], lost_names: [] },
  files: [] as unknown[],
  omitted_files: [],
};
const fileAt = (path: string) => ({
  ...BODY,
  files: [{ path, mode: 0o644, kind: 'file', mtime_ms: 0, content: '' }],
});

const TIMELESS = JSON.stringify(fileAt('a')).replace('"mtime_ms":0', '"mtime_ms":1e300');

describe('snapshots', () => {
  it('too large to be read again are not made', async () => {
    const pieces = Array.from({ length: 46 }, () => '\u0001'.repeat(1024 * 1024));
    const state = { ...SNAPSHOT.state, pieces };
    await expect(encodeSnapshot({ ...SNAPSHOT, state })).rejects.toMatchObject({
      code: 'SnapshotNotPossible',
    });
    const many = { ...SNAPSHOT.state, pieces: Array.from({ length: 300_001 }, () => '') };
    await expect(encodeSnapshot({ ...SNAPSHOT, state: many })).rejects.toMatchObject({
      code: 'SnapshotNotPossible',
    });
  });

  it('come back as they were', async () => {
    expect(await decodeSnapshot(await encodeSnapshot(SNAPSHOT))).toEqual(SNAPSHOT);
    expect(await decodeSnapshot(pack(BODY))).toMatchObject({ language: 'bash' });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'not a snapshot'],
    ['something else', Buffer.from('PK\x03\x04 a zip file\n and more'), 'not a snapshot'],
    ['another version', pack(BODY, 2), 'version 2; this engine reads version 1'],
    ['another shape', pack({ language: 'bash' }), 'something else than a session'],
    ['a path upwards', pack(fileAt('../x')), 'something else than a session'],
    ['a path upwards within', pack(fileAt('a/../../x')), 'something else than a session'],
    ['an absolute path', pack(fileAt('/etc/x')), 'something else than a session'],
    ['a path that ends early', pack(fileAt('a\0b')), 'something else than a session'],
    ['a path of no bytes', pack(fileAt('€')), 'something else than a session'],
    ['a path without end', pack(fileAt('a/'.repeat(200) + 'a')), 'something else than a session'],
    ['a time without end', pack(JSON.parse(TIMELESS)), 'something else than a session'],
    ['brackets', packText('['.repeat(50_000_000)), 'too many things'],
    ['objects', packText(`[${'{},'.repeat(20_000_000)}{}]`), 'too many things'],
    ['texts', packText(`[${'"\\"",'.repeat(10_000_000)}""]`), 'too many things'],
  ])('that are %s are refused by what is wrong', async (_what, bytes, reason) => {
    await expect(decodeSnapshot(bytes)).rejects.toMatchObject({
      code: 'InvalidSnapshot',
      message: expect.stringContaining(reason) as string,
    });
  });

  it('with any byte changed, or cut short, are refused', async () => {
    const bytes = Buffer.from(await encodeSnapshot(SNAPSHOT));
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(decodeSnapshot(changed)).rejects.toMatchObject({ code: 'InvalidSnapshot' });
    }
    await expect(decodeSnapshot(bytes.subarray(0, -1))).rejects.toThrow('digest');
  });

  it('that unpack to too much are refused before they take up memory', async () => {
    const bomb = pack({ ...BODY, language: ' '.repeat(300 * 1024 * 1024) });
    await expect(decodeSnapshot(bomb)).rejects.toThrow('cannot be unpacked');
  });
});
