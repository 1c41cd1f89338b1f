import type { Input, Output } from '@notes/contract';
import type { Context } from '../context.js';
import { isPublicAddress, literalAddress } from './address.js';
import { MediaError } from './media-error.js';
import { hostAndPort, hostOf, type MediaPolicy, mediaPolicy, portOf } from './policy.js';

export type UrlReason = Output<'checkMediaUrl'>['reasons'][number];

/** An address as read, and what speaks against it; `url` is null when it is none. */
export interface CheckedUrl {
  readonly url: URL | null;
  readonly reasons: UrlReason[];
}

const MAX_BYTES = 2_048;
const PORTS: ReadonlySet<string> = new Set(['80', '443']);
/** Taken for loopback by every resolver (RFC 6761). */
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
/** As a page over HTTPS reads an address without a scheme. */
const WITHOUT_SCHEME = /^\s*\/\//;

/** Holds an address to the policy, by its spelling alone: nothing is looked up. */
export function checkUrl(text: string, policy: MediaPolicy): CheckedUrl {
  const reasons: UrlReason[] = policy.enabled ? [] : ['disabled'];
  if (Buffer.byteLength(text) > MAX_BYTES) return { url: null, reasons: [...reasons, 'url_too_long'] };
  const url = parse(text);
  if (url === null) return { url, reasons: [...reasons, 'invalid_url'] };
  if (!policy.protocols.has(url.protocol)) return { url, reasons: [...reasons, 'scheme_not_allowed'] };
  return { url, reasons: [...reasons, ...hostReasons(url, policy)] };
}

/** The address of a text. @throws MediaError with all that speaks against it */
export function allowedUrl(text: string, policy: MediaPolicy): URL {
  const { url, reasons } = checkUrl(text, policy);
  const [first = 'invalid_url', ...others] = reasons;
  if (url === null || reasons.length > 0) throw new MediaError(first, ...others);
  return url;
}

function parse(text: string): URL | null {
  const address = WITHOUT_SCHEME.test(text) ? `https:${text.trimStart()}` : text;
  return URL.canParse(address) ? new URL(address) : null;
}

function hostReasons(url: URL, policy: MediaPolicy): UrlReason[] {
  const reasons: UrlReason[] = [];
  const host = hostOf(url);
  const among = (domains: readonly string[]) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  if (url.username !== '' || url.password !== '') reasons.push('credentials_in_url');
  if (among(policy.blockedDomains)) reasons.push('domain_blocked');
  if (policy.allowedDomains.length > 0 && !among(policy.allowedDomains)) reasons.push('domain_not_allowed');
  if (policy.privateHosts.has(hostAndPort(url))) return reasons;
  if (!PORTS.has(portOf(url))) reasons.push('port_not_allowed');
  const literal = literalAddress(host);
  const isPrivate = literal === undefined ? LOOPBACK_NAME.test(host) : !isPublicAddress(literal);
  return isPrivate ? [...reasons, 'private_address'] : reasons;
}

/** Says what the policy says of an address. */
export function checkMediaUrl({ library }: Context, { url }: Input<'checkMediaUrl'>): Output<'checkMediaUrl'> {
  const { reasons } = checkUrl(url, mediaPolicy(library.config));
  return { allowed: reasons.length === 0, reasons };
}
