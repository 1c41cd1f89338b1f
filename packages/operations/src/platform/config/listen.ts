import { isIPv4, isIPv6 } from 'node:net';
import { ConfigError } from './load.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns true for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Parses `HOST:PORT`; an IPv6 host is in brackets.
 *
 * @throws ConfigError when the text is malformed or not a loopback address: the note API is never served beyond this
 * machine
 */
export function parseListenAddress(text: string): ListenAddress {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  const known = host !== undefined && (match?.[1] === undefined ? host === 'localhost' || isIPv4(host) : isIPv6(host));
  if (!known || port > 65_535)
    throw new ConfigError(`server.listen_addr: ${text} is not an address like 127.0.0.1:8080`);
  if (!isLoopback(host))
    throw new ConfigError(
      `server.listen_addr: ${host} is not a loopback address. The note API is only served on loopback`,
    );
  return { host, port };
}
