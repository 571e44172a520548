import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ReplError } from '@repltool/protocol';

export interface SourceRules {
  /** The address the server is bound to. */
  readonly host: string;
  /** Further host names the server may be called by, without port. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages, besides the server's own, that may call it: `https://editor.example`. */
  readonly allowedOrigins?: readonly string[];
}

const HOST_HEADER = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
const WILDCARD_ADDRESSES = ['0.0.0.0', '::'];

function hostName(header: string | undefined): string | undefined {
  const match = HOST_HEADER.exec(header ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function isSameOrigin(origin: string, hostHeader: string): boolean {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).host === hostHeader;
}

/**
 * Keeps foreign web pages out, whichever way they come: a name of theirs that resolves to this machine shows in
 * `Host`, a request across sites shows in `Origin`. A wildcard address is called by any of the machine's own
 * addresses, and no page can have one of those as its name without being served from it.
 */
export function createSourceCheck(
  rules: SourceRules,
): (headers: IncomingHttpHeaders) => ReplError | null {
  const names = new Set(
    [rules.host, ...LOOPBACK_NAMES, ...(rules.allowedHosts ?? [])].map((name) =>
      name.toLowerCase(),
    ),
  );
  const origins = new Set(rules.allowedOrigins ?? []);
  const anyAddress = WILDCARD_ADDRESSES.includes(rules.host);

  return ({ host, origin }) => {
    const name = hostName(host);
    if (name === undefined || !(names.has(name) || (anyAddress && isIP(name) !== 0))) {
      return new ReplError(
        'Forbidden',
        'The Host header names a host this server is not known by.',
      );
    }
    const isOwn = origin === undefined || isSameOrigin(origin, (host ?? '').toLowerCase());
    if (!isOwn && !origins.has(origin)) {
      return new ReplError('Forbidden', 'The Origin header names a page of another site.');
    }
    return null;
  };
}
