import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestEngine, expectNothingOfTheHost, startServer } from './fixture.ts';

const dir = await mkdtemp(join(tmpdir(), 'repltool-page-'));
afterAll(() => rm(dir, { recursive: true }));
await mkdir(join(dir, 'public/assets'), { recursive: true });
await writeFile(join(dir, 'public/index.html'), '<!doctype html><title>the page</title>');
await writeFile(join(dir, 'public/assets/main-abc123.js'), 'export const page = 1;');
await writeFile(join(dir, 'public/.env'), 'SECRET=of-the-page');
await writeFile(join(dir, 'package.json'), '{"secret":"outside"}');

const server = await startServer(createTestEngine(), { publicDir: join(dir, 'public') });

describe('the playground', () => {
  it('is served with its token in the query, and never kept by the browser', async () => {
    const response = await fetch(`${server.url}/?token=abc`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('the page');
  });

  it('has assets that are kept for good', async () => {
    const response = await fetch(`${server.url}/assets/main-abc123.js`);
    expect(response.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('R-SEC-08 comes with the security headers', async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const policy = headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('says how to build it where it is not built', async () => {
    const bare = await startServer(createTestEngine(), { publicDir: join(dir, 'absent') });
    const response = await fetch(bare.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('npm run build');
  });
});

describe('sv-006 paths that lead elsewhere', () => {
  it.each([
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/../../package.json',
    '//etc/passwd',
    '/assets/%00',
    '/.env',
    '/%2eenv',
    '/../server.js',
    '/files?path=/etc/passwd',
    '/files?path=..%2f..%2fetc%2fpasswd',
    '/%c0%ae%c0%ae/',
    '/%',
    '/assets/%ff',
    '/assets/',
    '/assets',
  ])('%s', async (path) => {
    const text = await server.raw(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(text).toMatch(/^content-type: application\/problem\+json/im);
    expect(text).not.toMatch(/root:|outside|of-the-page/);
    expectNothingOfTheHost(text.slice(text.indexOf('\r\n\r\n')));
  });
});
