import { describe, expect, it } from 'vitest';
import { createTestEngine, expectProblem, startServer } from './fixture.ts';

const server = await startServer(createTestEngine());
const { session_id: id } = await server.create();
const cell = async (code: string) =>
  (await server.call('POST', `/sessions/${id}/execute`, { body: { code } })).body;
const files = (method: string, path: string, body?: unknown) =>
  server.call(method, `/sessions/${id}/files${path}`, body === undefined ? {} : { body });

describe('R-EXE-13 the files of a session', () => {
  it('are written, listed, read and removed, by clients and cells alike', async () => {
    expect(await files('PUT', '/data/in.txt', { content: 'héllo\n' })).toMatchObject({
      status: 204,
    });
    expect(
      await cell('cat data/in.txt; echo more >> data/in.txt; stat -c %U%a data/in.txt'),
    ).toMatchObject({ output: 'héllo\nsandbox644\n', error: '' });
    expect(await files('GET', '/data/in.txt')).toMatchObject({
      status: 200,
      body: { path: 'data/in.txt', content: 'héllo\nmore\n', encoding: 'utf8', size_bytes: 12 },
    });
    await files('PUT', '/data/in.txt', { content: 'AP8=', encoding: 'base64' });
    expect((await files('GET', '/data/in.txt')).body).toMatchObject({
      content: 'AP8=',
      encoding: 'base64',
    });
    expect((await files('GET', '?path=data')).body).toMatchObject({
      path: 'data',
      entries: [{ name: 'in.txt', kind: 'file', size_bytes: 2 }],
      total: 1,
    });
    expect(await files('DELETE', '/data')).toMatchObject({ status: 204 });
    expect((await files('GET', '')).body).toEqual({ path: '', entries: [], total: 0 });
    expectProblem(await files('GET', '/data/in.txt'), 'FileNotFound', 404);
  });

  it('are listed in pages, names of any bytes among them', async () => {
    await cell(
      `mkdir many; cd many; for i in 1 2 3; do : > "f$i"; done; : > $'b\\xc3d'; mkfifo p; ln -s / l`,
    );
    expect((await files('GET', '?path=many&limit=2')).body).toMatchObject({
      entries: [{ name: 'b\\xc3d', escaped: true }, { name: 'f1' }],
      total: 6,
    });
    expect((await files('GET', '?path=many&after=f2')).body).toMatchObject({
      entries: [
        { name: 'f3', kind: 'file' },
        { name: 'l', kind: 'link' },
        { name: 'p', kind: 'other' },
      ],
    });
  });

  it('T-FS-04 are nowhere but in the workspace, whatever the path and the links in it', async () => {
    await cell('cd; ln -s /etc/passwd out; ln -s / root; mkfifo pipe');
    for (const path of ['/../x', '/a//b', '/./a', '/%2e%2e/x', '/..%2fx', '/a%00b']) {
      const { status } = await files('GET', path);
      expect([400, 404]).toContain(status);
    }
    for (const path of ['/out', '/root/etc/passwd', '/pipe']) {
      expect([400, 404]).toContain((await files('GET', path)).status);
    }
    const { status } = await files('PUT', '/root/tmp/x', { content: 'x' });
    expect([400, 404]).toContain(status);
    // The link itself gives way.
    expect(await files('PUT', '/out', { content: 'mine' })).toMatchObject({ status: 204 });
    expect(await cell('cat out; [ -L out ] || echo no link')).toMatchObject({
      output: 'mineno link\n',
    });
  });

  it('are refused by what is wrong: too large, too many, no file, no workspace', async () => {
    await cell('truncate -s 5M large');
    expectProblem(await files('GET', '/large'), 'PayloadTooLarge', 413);
    expectProblem(await files('PUT', '/d', { content: 1 }), 'InvalidRequest', 400);
    expectProblem(await files('PUT', '', { content: '' }), 'NotFound', 404);
    const small = await server.create({ resource_limits: { max_disk_mb: 1 } });
    const full = await server.call('PUT', `/sessions/${small.session_id}/files/f`, {
      body: { content: 'x'.repeat(2_000_000) },
    });
    expectProblem(full, 'PayloadTooLarge', 413);
    const strict = await server.create({ sandbox_mode: 'strict' });
    const none = await server.call('GET', `/sessions/${strict.session_id}/files`);
    expectProblem(none, 'NotSupported', 409);
  });
});
