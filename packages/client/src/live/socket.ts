import type { SocketEventName, SocketRequestName } from '@repltool/protocol';
import { Manager, type Socket } from 'socket.io-client';
import type { ClientOptions } from '../options.ts';

type Pushes = Record<SocketEventName, (payload: unknown) => void>;
type Requests = Record<
  SocketRequestName,
  (payload: unknown, ack: (reply: unknown) => void) => void
>;

export type LiveSocket = Socket<Pushes, Requests>;

/** A socket that reconnects for as long as the server does not refuse it. */
export function openSocket({ baseUrl, token }: ClientOptions): LiveSocket {
  const { origin, pathname } = new URL(baseUrl);
  const manager = new Manager(origin, {
    path: `${pathname.replace(/\/+$/, '')}/socket.io/`,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 5000,
  });
  return manager.socket('/', { auth: { token } });
}
