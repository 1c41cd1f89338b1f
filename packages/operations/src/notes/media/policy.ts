import type { ConfigValues } from '@notes/contract';

/** Rules for fetching remote media. Host names are normalised as by `URL`. */
export interface MediaPolicy {
  readonly enabled: boolean;
  /** Protocols as in `URL.protocol`, such as `https:`. */
  readonly protocols: ReadonlySet<string>;
  /** Allowed domains and their subdomains; empty allows any. */
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  /** `host:port` pairs that may have private addresses. */
  readonly privateHosts: ReadonlySet<string>;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly timeoutMs: number;
  readonly mimeTypes: ReadonlySet<string>;
  readonly blockedSha256: ReadonlySet<string>;
}

/** Returns the policy set in the configuration. */
export function mediaPolicy(config: ConfigValues): MediaPolicy {
  return {
    enabled: config['media.enabled'],
    protocols: new Set(config['media.allowed_schemes'].map((scheme) => `${scheme}:`)),
    allowedDomains: config['media.allowed_domains'].map(normalizeHost),
    blockedDomains: config['media.blocked_domains'].map(normalizeHost),
    privateHosts: new Set(
      config['media.allow_private_addresses'].map((written) => normalizeUrlPart(written, getHostAndPort)),
    ),
    maxBytes: config['media.max_bytes'],
    maxRedirects: config['media.max_redirects'],
    timeoutMs: config['media.timeout_seconds'] * 1000,
    mimeTypes: new Set(config['media.allowed_mime_types']),
    blockedSha256: new Set(config['media.blocked_sha256']),
  };
}

/** Normalises a configured host as `URL` does. A text that is not a host stays unchanged and matches none. */
const normalizeHost = (written: string) => normalizeUrlPart(written, getHost);
const normalizeUrlPart = (written: string, part: (url: URL) => string) =>
  URL.canParse(`http://${written}`) ? part(new URL(`http://${written}`)) : written;

/** Returns the host of an address without trailing dots. */
export const getHost = ({ hostname }: URL) => hostname.replace(/\.+$/, '');

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns the port of an address, or the default port of its protocol. */
export const getPort = ({ port, protocol }: URL) => (port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port);

export const getHostAndPort = (url: URL) => `${getHost(url)}:${getPort(url)}`;
