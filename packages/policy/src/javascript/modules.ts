/** Modules of Node that only compute: what strict mode lets a cell import. */
export const STRICT_NODE_MODULES: readonly string[] = [
  ...['assert', 'assert/strict', 'buffer', 'constants', 'crypto', 'events', 'path', 'path/posix'],
  ...['path/win32', 'perf_hooks', 'punycode', 'querystring', 'stream', 'stream/promises'],
  ...['string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types', 'zlib'],
];

export const PROCESS_MODULES: readonly string[] = ['child_process', 'cluster'];

export const NETWORK_MODULES: readonly string[] = [
  ...['net', 'tls', 'dgram', 'dns', 'http', 'https', 'http2'],
];

/** Modules that reach into the runtime, or run native code of the caller's choice. */
export const NATIVE_MODULES: readonly string[] = ['inspector', 'wasi', 'ffi-napi', 'koffi'];

/** `node:dns/promises` is part of `dns`. */
export function topLevelModule(specifier: string): string {
  return specifier.replace(/^node:/, '').replace(/\/.*/s, '');
}
