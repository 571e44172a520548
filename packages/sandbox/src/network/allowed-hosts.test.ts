import { describe, expect, test } from 'vitest';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress, parseAddress } from './public-address.ts';
import { decide, parseTarget } from './destination.ts';

const hosts = parseAllowedHosts([
  ...['example.com', '*.example.org', 'API.example.net:8443', '10.0.0.5', '192.168.0.0/16:80'],
  ...['fd00::/8', '[::1]:9000'],
]);

test.each([
  ['example.com', 443, true],
  ['www.example.com', 443, false],
  ['a.b.example.org', 1, true],
  ['example.org', 443, false],
  ['badexample.org', 443, false],
  ['api.example.net', 8443, true],
  ['api.example.net', 443, false],
])('name %s on port %i: %s', (name, port, listed) => {
  expect(hosts.name(name, port)).toBe(listed);
});

test.each([
  ['10.0.0.5', 22, true],
  ['::ffff:10.0.0.5', 22, true],
  ['10.0.0.6', 22, false],
  ['192.168.9.9', 80, true],
  ['192.168.9.9', 81, false],
  ['fd12::1', 1, true],
  ['::1', 9000, true],
  ['::1', 9001, false],
])('address %s on port %i: %s', (address, port, listed) => {
  expect(hosts.address(parseAddress(address), port)).toBe(listed);
});

test.each([
  ...['', '*', '*.', 'http://example.com', 'example.com/x', 'a b', 'example.com:0'],
  ...['example.com:65536', '10.0.0.0/33', '10.1', '0x7f.1', '2130706433', '*.10.0.0.1', '-a.com'],
])('%j is refused by name', (host) => {
  expect(() => parseAllowedHosts(['example.com', host])).toThrow(
    expect.objectContaining({
      code: 'InvalidRequest',
      issues: [expect.objectContaining({ field: 'network.hosts.1', value: host })],
    }),
  );
});

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '224.0.0.1', '255.255.255.255', '168.63.129.16', '198.18.0.1'],
  ...['::1', '::', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', 'fe80::1', 'fc00::1'],
  ...[
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'ff02::1',
  ],
])('%s is not of the internet', (address) => {
  expect(isPublicAddress(parseAddress(address))).toBe(false);
});

test.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111'])('%s is', (address) => {
  expect(isPublicAddress(parseAddress(address))).toBe(true);
});

test.each([
  ['example.com:443', { host: 'example.com', port: 443 }],
  ['EXAMPLE.com.:80', { host: 'example.com', port: 80 }],
  ['0x7f.1:80', { host: '127.0.0.1', port: 80 }],
  ['2130706433:80', { host: '127.0.0.1', port: 80 }],
  ['[::FFFF:127.0.0.1]:1', { host: '::ffff:7f00:1', port: 1 }],
  ['example.com', null],
  ['a@b:80', null],
  ['a/b:80', null],
  [':80', null],
  ['a:99999', null],
])('the target %s', (authority, target) => {
  expect(parseTarget(authority)).toEqual(target);
});

describe('a decision', () => {
  const rebinding = (): (() => Promise<string[]>) => {
    const answers = [['127.0.0.1'], ['1.1.1.1']];
    return () => Promise.resolve(answers.shift() ?? []);
  };
  const ask = (host: string, resolve: () => Promise<string[]>) =>
    decide({ host, port: 443 }, hosts, resolve);

  test('names lead to public addresses alone, and the others are left out', async () => {
    const addresses = ['169.254.169.254', '1.1.1.1', '::1', '10.9.9.9', '10.0.0.5'];
    expect(await ask('example.com', () => Promise.resolve(addresses))).toEqual({
      addresses: ['1.1.1.1', '10.0.0.5'],
    });
  });

  test('a name that leads to the host is refused, whatever it leads to the next time', async () => {
    expect(await ask('example.com', rebinding())).toHaveProperty('refusal');
  });

  test.each(['other.com', 'localhost', '1.1.1.1', '127.0.0.1', '::ffff:7f00:1'])(
    '%s is not listed, and is not even resolved',
    async (host) => {
      const resolve = () => Promise.reject(new Error('resolved'));
      expect(await ask(host, resolve)).toEqual({
        refusal: `${host}:443 is not among the hosts the operator allows`,
      });
    },
  );
});
