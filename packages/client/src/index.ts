export { createClient, type Client } from './client.ts';
export type { ClientOptions, RequestOptions } from './options.ts';
export { TransportError, type TransportFailure } from './transport-error.ts';
export type { ConnectionStatus, LiveConnection } from './live/connection.ts';
export type { LiveExecuteOptions, LiveSession } from './live/session.ts';
export type { LiveListener } from './live/listener.ts';
