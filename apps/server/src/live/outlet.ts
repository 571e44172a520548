import type { SocketEventName } from '@repltool/protocol';
import type { Socket } from 'socket.io';

/** Pushes stop when this much waits for the client to read, and go on when it has been taken. */
const HIGH_WATER_CHARS = 1024 * 1024;
/** A client that lets this much pile up, in answers it asked for and does not read, is cut off. */
const CUT_OFF_CHARS = 64 * 1024 * 1024;

/** The way out to one client; it knows how much is waiting there, since socket.io queues without bound. */
export interface Outlet {
  readonly hasRoom: boolean;
  push(name: SocketEventName, payload: unknown, chars: number): void;
  /** Counts an answer, which is sent whatever waits. */
  count(chars: number): void;
  /** Called each time there is room again where there was none; returns how to stop. */
  onRoom(listener: () => void): () => void;
}

export function createOutlet(socket: Socket): Outlet {
  const listeners = new Set<() => void>();
  let waitingChars = 0;

  const count = (chars: number): void => {
    waitingChars += chars;
  };

  // Emitted when all that waited has been handed to the transport, which takes no more until that is written.
  socket.conn.on('drain', () => {
    const wasFull = waitingChars >= HIGH_WATER_CHARS;
    waitingChars = 0;
    if (wasFull) for (const listener of listeners) listener();
  });

  return {
    get hasRoom() {
      return waitingChars < HIGH_WATER_CHARS;
    },
    push(name, payload, chars) {
      count(chars);
      socket.emit(name, payload);
    },
    count(chars) {
      count(chars);
      // Closing the transport, not the socket, lets the client come back and go on from its cursor.
      if (waitingChars > CUT_OFF_CHARS) socket.conn.close(true);
    },
    onRoom(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
