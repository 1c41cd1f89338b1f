import { isIPv4, isIPv6 } from 'node:net';
import { environmentName } from '@notes/contract';
import { ConfigError, type LoadedConfig } from './load.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns true for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

const SETTING = 'server.listen_addr';
/** Sources of the setting that name nothing else. */
const OWN_SOURCES: readonly string[] = ['--listen', environmentName(SETTING)];

/** Address of the service, with the name of the flag, variable or setting that gave it. */
interface NamedListenAddress extends ListenAddress {
  readonly setting: string;
}

/**
 * Reads the address of the service from a configuration.
 *
 * @throws ConfigError like {@link parseListenAddress}, naming the flag, variable or setting that gave the address
 */
export function readListenAddress({ values, sources }: Pick<LoadedConfig, 'values' | 'sources'>): NamedListenAddress {
  const source = sources.get(SETTING);
  const setting = source !== undefined && OWN_SOURCES.includes(source) ? source : SETTING;
  return { ...parseListenAddress(values[SETTING], setting), setting };
}

/**
 * Parses `HOST:PORT`; an IPv6 host is in brackets.
 *
 * @param setting name of the flag, variable or setting in an error
 * @throws ConfigError when the text is malformed or not a loopback address: the note API is never served beyond this
 * machine
 */
export function parseListenAddress(text: string, setting: string = SETTING): ListenAddress {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  const known = host !== undefined && (match?.[1] === undefined ? host === 'localhost' || isIPv4(host) : isIPv6(host));
  if (!known || port > 65_535) throw new ConfigError(`${setting}: ${text} is not an address like 127.0.0.1:8080`);
  if (!isLoopback(host))
    throw new ConfigError(`${setting}: ${host} is not a loopback address. The note API is only served on loopback`);
  return { host, port };
}
