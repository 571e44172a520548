import ipaddr from 'ipaddr.js';
import { ReplError } from '@repltool/protocol';

/** What an operator may list, for messages. */
const FORMS =
  '`example.com`, `*.example.com`, an address or a CIDR range, each with `:port` or without';
const NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/;
const MAX_PORT = 65_535;

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The hosts an operator has listed. Names are lower-case, without a dot at the end. */
export interface AllowedHosts {
  /** Whether a host of this name may be asked for on this port. */
  name(name: string, port: number): boolean;
  /** Whether the address itself, or a range it is in, is listed for this port. */
  address(address: Address, port: number): boolean;
}

interface Entry {
  /** Null for every port. */
  readonly port: number | null;
  readonly matchesName: (name: string) => boolean;
  readonly matchesAddress: (address: Address) => boolean;
}

/** @throws ReplError InvalidRequest naming each entry that is none of the forms */
export function parseAllowedHosts(hosts: readonly string[]): AllowedHosts {
  const entries = hosts.map(parseEntry);
  const bad = hosts.flatMap((value, index) => (entries[index] === null ? [{ index, value }] : []));
  if (bad.length > 0) {
    const shown = bad.map(({ value }) => JSON.stringify(value.slice(0, 200))).join(', ');
    throw new ReplError('InvalidRequest', `network.hosts: must be ${FORMS}, not ${shown}.`, {
      issues: bad.map(({ index, value }) => ({
        field: `network.hosts.${index}`,
        value: value.slice(0, 200),
        message: `must be ${FORMS}`,
      })),
    });
  }
  const matches = (port: number, test: (entry: Entry) => boolean): boolean =>
    entries.some(
      (entry) => entry !== null && (entry.port === null || entry.port === port) && test(entry),
    );
  return {
    name: (name, port) => matches(port, ({ matchesName }) => matchesName(name)),
    address: (address, port) => matches(port, ({ matchesAddress }) => matchesAddress(address)),
  };
}

function parseEntry(text: string): Entry | null {
  const split = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text.toLowerCase());
  // An IPv6 address or range has colons of its own; with a port, it stands in brackets.
  const host = split?.[1]?.replace(/^\[(.*)\]$/, '$1') ?? text.toLowerCase();
  const port = split?.[2] === undefined ? null : Number(split[2]);
  if (port !== null && (port < 1 || port > MAX_PORT)) return null;
  const range = parseRange(host);
  if (range !== null)
    return { port, matchesName: () => false, matchesAddress: (address) => isIn(address, range) };
  const suffix = host.startsWith('*.') ? host.slice(1) : null;
  const name = suffix?.slice(1) ?? host;
  // What ends in a number is an address to those who resolve it.
  if (!NAME.test(name) || /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return null;
  return {
    port,
    matchesName: (asked) => (suffix === null ? asked === name : asked.endsWith(suffix)),
    matchesAddress: () => false,
  };
}

type Range = readonly [Address, number];

function parseRange(text: string): Range | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) {
    const address = ipaddr.process(text);
    return [address, address.toByteArray().length * 8];
  }
  return /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)\/\d{1,3}$/.test(text) &&
    ipaddr.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : null;
}

function isIn(address: Address, [network, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4)
    return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
