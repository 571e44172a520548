import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { createProxy } from './proxy.ts';

test('T-NET-06 a client that asks for name after name has few resolved at once, though it leaves', async () => {
  const resolve = vi.fn(() => new Promise<string[]>(() => undefined));
  const allowed = parseAllowedHosts(['*.example.org']);
  const proxy = createProxy({ allowed, resolve, record: () => undefined });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const ask = (name: string) => {
    const client = connect((proxy.address() as AddressInfo).port, '127.0.0.1');
    client.write(`CONNECT ${name}.example.org:80 HTTP/1.1\r\nhost: x\r\n\r\n`);
    return client;
  };
  for (let count = 1; count <= 8; count += 1) {
    const client = ask(`a${count}`);
    await expect.poll(() => resolve.mock.calls.length).toBe(count);
    client.destroy();
  }
  expect(await text(ask('b'))).toContain('8 names are being resolved already');
  expect(resolve).toHaveBeenCalledTimes(8);
});
