import type { Output } from '@notes/contract';
import { getLiteralAddress, isPublicAddress } from './address.js';
import { MediaError } from './media-error.js';
import { getHost, getHostAndPort, getPort, type MediaPolicy } from './policy.js';

export type UrlReason = Output<'checkMediaUrl'>['reasons'][number];

/** A parsed address and the reasons against it; `url` is null when it cannot be parsed or is too long. */
export interface CheckedUrl {
  readonly url: URL | null;
  readonly reasons: UrlReason[];
}

const MAX_BYTES = 2_048;
const PORTS: ReadonlySet<string> = new Set(['80', '443']);
/** Resolved to loopback by every resolver (RFC 6761). */
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
/** A scheme-relative address, which is read as on an HTTPS page. */
const WITHOUT_SCHEME = /^\s*\/\//;

/** Checks the text of an address against the policy. Makes no DNS request. */
export function checkUrl(text: string, policy: MediaPolicy): CheckedUrl {
  const reasons: UrlReason[] = policy.enabled ? [] : ['disabled'];
  if (Buffer.byteLength(text) > MAX_BYTES) return { url: null, reasons: [...reasons, 'url_too_long'] };
  const url = parse(text);
  if (url === null) return { url, reasons: [...reasons, 'invalid_url'] };
  if (!policy.protocols.has(url.protocol)) return { url, reasons: [...reasons, 'scheme_not_allowed'] };
  return { url, reasons: [...reasons, ...findHostReasons(url, policy)] };
}

/**
 * Parses an address that the policy allows.
 *
 * @throws MediaError with all reasons against it
 */
export function parseAllowedUrl(text: string, policy: MediaPolicy): URL {
  const { url, reasons } = checkUrl(text, policy);
  const [first = 'invalid_url', ...others] = reasons;
  if (url === null || reasons.length > 0) throw new MediaError(first, ...others);
  return url;
}

function parse(text: string): URL | null {
  const address = WITHOUT_SCHEME.test(text) ? `https:${text.trimStart()}` : text;
  return URL.canParse(address) ? new URL(address) : null;
}

function findHostReasons(url: URL, policy: MediaPolicy): UrlReason[] {
  const reasons: UrlReason[] = [];
  const host = getHost(url);
  const among = (domains: readonly string[]) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  if (url.username !== '' || url.password !== '') reasons.push('credentials_in_url');
  if (among(policy.blockedDomains)) reasons.push('domain_blocked');
  if (policy.allowedDomains.length > 0 && !among(policy.allowedDomains)) reasons.push('domain_not_allowed');
  if (policy.privateHosts.has(getHostAndPort(url))) return reasons;
  if (!PORTS.has(getPort(url))) reasons.push('port_not_allowed');
  const literal = getLiteralAddress(host);
  const isPrivate = literal === undefined ? LOOPBACK_NAME.test(host) : !isPublicAddress(literal);
  return isPrivate ? [...reasons, 'private_address'] : reasons;
}
