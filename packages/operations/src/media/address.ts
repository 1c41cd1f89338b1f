import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where all public IPv6 addresses are (RFC 4291): elsewhere are IPv4 addresses in other clothes that have no name. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public internet. Not for loopback, private, link-local, shared (RFC 6598), multicast,
 * documentation and reserved ones, nor for IPv6 addresses that stand for an IPv4 address: mapped, compatible, NAT64,
 * 6to4, Teredo.
 *
 * @param text an address as a resolver or `URL` writes it, without brackets; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** The address that the host of a URL is, without brackets; undefined of a name. */
export function literalAddress(hostname: string): string | undefined {
  const text = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(text) === 0 ? undefined : text;
}

/** True when two spellings are one address. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    ipaddr.isValid(one) && ipaddr.isValid(other) && ipaddr.parse(one).toString() === ipaddr.parse(other).toString()
  );
}
