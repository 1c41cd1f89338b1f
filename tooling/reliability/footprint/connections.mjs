// @ts-check
import { BlockList } from 'node:net';
import { readTraceLines } from './trace.mjs';

/** Calls that name the address of another program: of a connection, or of a packet without one. */
export const CONNECTING_CALLS = 'connect,sendto,sendmsg,sendmmsg';
const IPV4 = /sin_port=htons\((?<port>\d+)\), sin_addr=inet_addr\("(?<address>[^"]+)"\)/g;
const IPV6 = /sin6_port=htons\((?<port>\d+)\),[^}]*?inet_pton\(AF_INET6, "(?<address>[^"]+)"/g;
/** Sockets of programs that look up names for others. */
const RESOLVER = /sun_path=@?"(?<address>[^"]*(?:resolve|mDNSResponder|avahi)[^"]*)"/g;
const DNS_PORT = '53';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Lists the addresses outside this machine that traced processes tried to reach, and those at which names are looked up;
 * refused calls count too.
 * @param {string} log as for `createTracer`
 * @returns {string[]}
 */
export function listOutsideAddresses(log) {
  const lines = readTraceLines(log).join('\n');
  /** @param {RegExp} pattern */
  const find = (pattern) => [...lines.matchAll(pattern)].map(({ groups }) => groups ?? {});
  const isOutside = (/** @type {'ipv4' | 'ipv6'} */ family) => (/** @type {Record<string, string>} */ found) =>
    found.port === DNS_PORT || !loopback.check(found.address ?? '', family);
  const found = [
    ...find(IPV4).filter(isOutside('ipv4')),
    ...find(IPV6).filter(isOutside('ipv6')),
    ...find(RESOLVER).map(({ address = '' }) => ({ address, port: 'a resolver' })),
  ];
  return [...new Set(found.map(({ address, port }) => `${address} (${port})`))].sort();
}
