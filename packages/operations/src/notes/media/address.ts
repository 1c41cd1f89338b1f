import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Range of all public IPv6 addresses (RFC 4291). Some forms of embedded IPv4 addresses lie outside it and have no range
 * name.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for an address of the public internet. Returns false for loopback, private, link-local, shared (RFC
 * 6598), multicast, documentation and reserved addresses, and for IPv6 addresses that embed an IPv4 address: mapped,
 * compatible, NAT64, 6to4, Teredo.
 *
 * @param text address as a resolver or `URL` writes it, without brackets; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Returns the IP address in the host of a URL, without brackets; undefined for a name. */
export function getLiteralAddress(hostname: string): string | undefined {
  const text = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(text) === 0 ? undefined : text;
}

/** Returns true when two texts are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    ipaddr.isValid(one) && ipaddr.isValid(other) && ipaddr.parse(one).toString() === ipaddr.parse(other).toString()
  );
}
