import { describe, expect, it } from 'vitest';
import { readServerConfig } from './config.ts';
import { StartError } from './start-error.ts';

describe('readServerConfig', () => {
  it('R-SEC-04 binds loopback and makes a token when nothing is said', () => {
    const config = readServerConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 7070, maxSessions: 50 });
    expect(config.token.length).toBeGreaterThanOrEqual(22);
    expect(config.dataDir).toBeUndefined();
    expect(readServerConfig({}).token).not.toBe(config.token);
  });

  it('reads variables, and flags before them', () => {
    const env = {
      REPLTOOL_PORT: '8080',
      REPLTOOL_HOST: 'localhost',
      REPLTOOL_TOKEN: 'sixteen-letters!',
      REPLTOOL_MAX_SESSIONS: '7',
      REPLTOOL_DATA_DIR: '/var/lib/repltool',
    };
    expect(readServerConfig(env)).toEqual({
      host: 'localhost',
      port: 8080,
      token: 'sixteen-letters!',
      maxSessions: 7,
      dataDir: '/var/lib/repltool',
      allowHosts: [],
      mounts: [],
    });
    expect(readServerConfig(env, { port: '0', maxSessions: '10000' })).toMatchObject({
      host: 'localhost',
      port: 0,
      maxSessions: 10_000,
    });
  });

  it('reads lists from commas, or from flags given several times', () => {
    const env = {
      REPLTOOL_ALLOW_HOSTS: 'example.com, *.example.org:443,',
      REPLTOOL_MOUNTS: '/srv/data,/srv/in:/inbox:rw',
    };
    expect(readServerConfig(env)).toMatchObject({
      allowHosts: ['example.com', '*.example.org:443'],
      mounts: [{ source: '/srv/data' }, { source: '/srv/in', target: '/inbox', writable: true }],
    });
    expect(readServerConfig(env, { allowHosts: ['10.0.0.5'], mounts: ['/x:rw'] })).toMatchObject({
      allowHosts: ['10.0.0.5'],
      mounts: [{ source: '/x', writable: true }],
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readServerConfig({ REPLTOOL_PORT: '', REPLTOOL_TOKEN: '' }).port).toBe(7070);
  });

  it.each([
    ['REPLTOOL_PORT', '65536', 'from 0 to 65535'],
    ['REPLTOOL_PORT', '-1', 'from 0 to 65535'],
    ['REPLTOOL_PORT', '80.5', 'from 0 to 65535'],
    ['REPLTOOL_PORT', '0x50', 'from 0 to 65535'],
    ['REPLTOOL_PORT', ' 80', 'from 0 to 65535'],
    ['REPLTOOL_MAX_SESSIONS', '0', 'from 1 to 10000'],
    ['REPLTOOL_MAX_SESSIONS', 'many', 'from 1 to 10000'],
    ['REPLTOOL_HOST', 'a host', 'a host name or an IP address'],
    ['REPLTOOL_HOST', 'http://x', 'a host name or an IP address'],
    ['REPLTOOL_DATA_DIR', 'a\0b', 'must be a path'],
    ['REPLTOOL_ALLOW_HOSTS', 'a host', 'must be a host'],
    ['REPLTOOL_MOUNTS', 'relative', 'must be SOURCE[:TARGET][:rw]'],
    ['REPLTOOL_MOUNTS', '/a:b', 'must be SOURCE[:TARGET][:rw]'],
    ['REPLTOOL_MOUNTS', '/a:/b:ro', 'must be SOURCE[:TARGET][:rw]'],
  ])('names %s, its value %j and the bound', (name, value, bound) => {
    const read = (): unknown => readServerConfig({ [name]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(name);
    expect(read).toThrow(JSON.stringify(value));
    expect(read).toThrow(bound);
  });

  it('names the flag when that was at fault', () => {
    expect(() => readServerConfig({ REPLTOOL_PORT: '80' }, { port: 'x' })).toThrow('--port must');
  });

  it('R-SEC-07 does not repeat a bad token', () => {
    const read = (): unknown => readServerConfig({ REPLTOOL_TOKEN: 'too-short' });
    expect(read).toThrow('REPLTOOL_TOKEN must be 16 to 512');
    expect(read).not.toThrow('too-short');
  });

  it('R-SEC-04 refuses to be reachable from elsewhere without a token of its own', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'repl.example']) {
      expect(() => readServerConfig({ REPLTOOL_HOST: host })).toThrow(`the host ${host}`);
    }
    const config = readServerConfig({ REPLTOOL_HOST: '0.0.0.0', REPLTOOL_TOKEN: 'x'.repeat(16) });
    expect(config.host).toBe('0.0.0.0');
  });
});
