import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Address } from './allowed-hosts.ts';

/** Services of the host for its guests, at an address that looks like any other: Azure's. */
const HOST_SERVICES = ['168.63.129.16'];
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** An address as the kernel will use it: an IPv4 address in the clothes of an IPv6 one is that IPv4 address. */
export function parseAddress(text: string): Address {
  return ipaddr.process(text);
}

/**
 * Whether the address is one of the internet at large: none of the host, a private network, a link, a translation
 * between address families, or a reserved range.
 */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return false;
  const text = address.toString();
  return !HOST_SERVICES.includes(text) && !ownAddresses().has(text);
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.map(({ address }) => parseAddress(address.replace(/%.*$/, '')).toString()),
    ),
  );
}
