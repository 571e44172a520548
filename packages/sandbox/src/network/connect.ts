import { connect, type Socket } from 'node:net';

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 300_000;

/**
 * Connects to the first of the checked addresses that answers, and to no other.
 * @throws Error when none does in time
 */
export function connectChecked(addresses: readonly string[], port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: 'checked.invalid',
      port,
      allowHalfOpen: true,
      autoSelectFamily: true,
      // In place of resolving: the addresses are settled.
      lookup: (_name, _options, answer) =>
        answer(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
    const timer = setTimeout(
      () => socket.destroy(new Error('no answer in time')),
      CONNECT_TIMEOUT_MS,
    );
    const settle = (): void => {
      clearTimeout(timer);
      socket.off('error', fail);
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      settle();
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
      resolve(socket);
    });
  });
}
