import { describe, expect, it } from 'vitest';
import { createSourceCheck } from './request-source.ts';

const check = createSourceCheck({ host: '127.0.0.1' });

describe('R-SEC-08 the source of a request (sv-003)', () => {
  it.each(['127.0.0.1:7070', 'localhost:7070', 'LOCALHOST', '[::1]:7070', '127.0.0.1'])(
    'passes the host %s',
    (host) => {
      expect(check({ host })).toBeNull();
    },
  );

  it.each([
    undefined,
    '',
    'evil.example:7070',
    'localhost.evil.example',
    'localhost@evil.example',
    '192.168.1.5:7070',
    '127.0.0.1:7070, evil.example',
    'localhost:7070/x',
    '[::1',
  ])('refuses the host %s', (host) => {
    expect(check({ host })?.code).toBe('Forbidden');
  });

  it('passes pages of its own origin, under the name they were loaded by', () => {
    expect(check({ host: 'localhost:7070', origin: 'http://localhost:7070' })).toBeNull();
    expect(check({ host: '127.0.0.1:7070', origin: 'http://127.0.0.1:7070' })).toBeNull();
  });

  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost:8080',
    'http://127.0.0.1:7070',
    'http://localhost:7070.evil.example',
    'file://localhost:7070',
    'chrome-extension://localhost:7070',
  ])('refuses the origin %s', (origin) => {
    expect(check({ host: 'localhost:7070', origin })?.code).toBe('Forbidden');
  });

  it('passes the hosts and origins it was told of', () => {
    const told = createSourceCheck({
      host: '127.0.0.1',
      allowedHosts: ['repl.example'],
      allowedOrigins: ['https://editor.example'],
    });
    expect(told({ host: 'repl.example' })).toBeNull();
    expect(told({ host: 'repl.example', origin: 'https://editor.example' })).toBeNull();
    expect(told({ host: 'repl.example', origin: 'http://editor.example' })?.code).toBe('Forbidden');
    expect(told({ host: 'sub.repl.example' })?.code).toBe('Forbidden');
  });

  it('passes any address, but no foreign name, when bound to all of them', () => {
    const wildcard = createSourceCheck({ host: '0.0.0.0' });
    expect(wildcard({ host: '192.168.1.5:7070' })).toBeNull();
    expect(wildcard({ host: '[fe80::1]:7070' })).toBeNull();
    expect(wildcard({ host: 'evil.example:7070' })?.code).toBe('Forbidden');
  });
});
