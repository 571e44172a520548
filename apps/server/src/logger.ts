import { pino, type DestinationStream, type Logger } from 'pino';

/** Where secrets and code would sit if an object that holds them were logged by mistake. */
const REDACTED = [
  ...['token', 'authorization', 'environment'].flatMap((name) => [
    name,
    `*.${name}`,
    `*.*.${name}`,
  ]),
  ...['code', 'body', 'request.code', 'payload.code'],
];

export interface LoggerOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Standard output when left out. */
  readonly destination?: DestinationStream;
}

/** Structured logs, a JSON object a line. Tokens, code and environment values are cut out. */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination,
  );
}
