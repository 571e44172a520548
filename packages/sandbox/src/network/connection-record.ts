/** One connection a cell has asked for, told once it has ended. */
export interface ConnectionRecord {
  /** Null while the sandbox belongs to no session yet. */
  readonly sessionId: string | null;
  readonly host: string;
  readonly port: number;
  /** What was connected to; null when nothing was. */
  readonly address: string | null;
  readonly verdict: 'allowed' | 'refused' | 'failed';
  /** Why it was refused or failed; empty when it was allowed. */
  readonly reason: string;
  /** Bytes from the cell, and to it. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** What an operator lets sessions in relaxed mode reach. */
export interface NetworkOptions {
  /** Names, `*.` names, addresses and CIDR ranges, each with `:port` or without; none by default. */
  readonly hosts?: readonly string[];
  /** Told of each connection, for a log. */
  readonly onConnection?: (record: ConnectionRecord) => void;
}
