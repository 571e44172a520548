import type { ConnectionStatus, LiveConnection } from '@repltool/client';
import { ReplError } from '@repltool/protocol';

const REOPEN_PAUSE_MS = 1500;

export interface ConnectionKeeper {
  /** The connection of the moment. */
  readonly connection: LiveConnection;
  close(): void;
}

interface KeeperOptions {
  readonly open: () => LiveConnection;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** A connection was closed for good and another took its place. */
  readonly onReopened: () => void;
  /** The server does not want this client; there will be no other connection. */
  readonly onRefused: (error: ReplError) => void;
}

/** A connection mends itself unless the server closes it for good, as when it stops in order; then this opens another. */
export function keepConnected(options: KeeperOptions): ConnectionKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let connection = open();

  function open(): LiveConnection {
    const opened = options.open();
    opened.onStatus((status) => {
      if (closed) return;
      if (status === 'closed') lost(opened);
      else options.onStatus(status);
    });
    return opened;
  }

  function lost({ error }: LiveConnection): void {
    if (ReplError.isInstance(error)) {
      options.onRefused(error);
      return;
    }
    options.onStatus('reconnecting');
    timer = setTimeout(() => {
      connection = open();
      options.onReopened();
    }, REOPEN_PAUSE_MS);
  }

  return {
    get connection() {
      return connection;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      connection.close();
    },
  };
}
