import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { AllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress, parseAddress } from './public-address.ts';

/** Every address of a name. */
export type Resolver = (name: string) => Promise<readonly string[]>;

export interface Target {
  /** A lower-case name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

export type Decision =
  | { readonly addresses: readonly string[]; readonly refusal?: never }
  | { readonly addresses?: never; readonly refusal: string };

export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Reads `host:port` as the URL standard does, so that every spelling of an address is that address. */
export function parseTarget(authority: string): Target | null {
  if (!/^[^\s/@?#\\]+:\d{1,5}$/.test(authority)) return null;
  const url = parseUrl(`http://${authority}`);
  if (url === null) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return { host, port: url.port === '' ? 80 : Number(url.port) };
}

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Which addresses may be connected to for `target`. They are final: nobody may resolve the name again. */
export async function decide(
  { host, port }: Target,
  allowed: AllowedHosts,
  resolve: Resolver,
): Promise<Decision> {
  if (ipaddr.isValid(host)) {
    const address = parseAddress(host);
    return allowed.address(address, port)
      ? { addresses: [address.toString()] }
      : { refusal: `${host}:${port} is not among the hosts the operator allows` };
  }
  if (!allowed.name(host, port))
    return { refusal: `${host}:${port} is not among the hosts the operator allows` };
  const found = await resolve(host).catch(() => []);
  if (found.length === 0) return { refusal: `${host} has no address` };
  const usable = found
    .map(parseAddress)
    .filter((address) => isPublicAddress(address) || allowed.address(address, port));
  return usable.length > 0
    ? { addresses: usable.map(String) }
    : { refusal: `${host} leads to an address of the host or of a private network` };
}
