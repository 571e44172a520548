export { createServer, type ReplServer, type ServerOptions } from './server.ts';
export { readServerConfig, type ServerConfig, type ServerFlags } from './config.ts';
export { createLogger, type LoggerOptions } from './logger.ts';
export { StartError } from './start-error.ts';
