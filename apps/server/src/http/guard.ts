import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { ServiceError } from '@notes/contract';

export interface GuardOptions {
  /** `server.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  readonly listenHost: string;
}

export interface Refusal {
  readonly error: ServiceError;
  /** The connection cannot be trusted to be in step any more. */
  readonly close?: boolean;
}

const HOST = /^(\[[0-9a-f:.]+\]|[^:@/\\?#\s[\]]+)(?::\d{1,5})?$/;

/**
 * What stands before every route: who connects, how the target is written, which host it names, and whether a
 * foreign web page sent it. Nothing in a header can widen what the connection itself allows.
 */
export function createGuard(options: GuardOptions): (request: IncomingMessage) => Refusal | undefined {
  const named = new Set([options.listenHost, ...options.allowedHosts].map((host) => host.toLowerCase()));
  const knownHosts = new Set<string>();
  const allowed = (host: string): boolean => {
    if (knownHosts.has(host)) return true;
    const name = HOST.exec(host.toLowerCase())?.[1];
    if (name === undefined || !(isLoopbackName(name) || named.has(name))) return false;
    if (knownHosts.size < 64) knownHosts.add(host);
    return true;
  };
  return (request) => {
    if (!isLoopbackAddress(request.socket.remoteAddress)) return { error: notFound() };
    const target = request.url ?? '';
    if (!isOriginForm(target))
      return { error: new ServiceError('validation_failed', 'the request target is malformed'), close: true };
    const { host } = request.headers;
    if (host === undefined || !allowed(host) || countHosts(request.rawHeaders) !== 1)
      return { error: new ServiceError('forbidden', 'this host name is not served') };
    if (isForeign(request, target, host))
      return { error: new ServiceError('forbidden', 'requests of other sites are refused') };
    return undefined;
  };
}

const notFound = () => new ServiceError('not_found', 'there is nothing here');

const isLoopbackName = (name: string) =>
  name === 'localhost' || name === '[::1]' || (name.startsWith('127.') && isIPv4(name));

function isLoopbackAddress(address: string | undefined): boolean {
  return (
    address !== undefined && (address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.'))
  );
}

/** A path on this server, its percent-encoding valid UTF-8. */
function isOriginForm(target: string): boolean {
  if (!target.startsWith('/')) return false;
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** A browser sent it for another site's page. Programs send neither header. */
function isForeign(request: IncomingMessage, target: string, host: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return origin !== undefined && origin !== `http://${host}`;
  if (site === 'same-origin') return origin !== undefined && origin !== 'null' && origin !== `http://${host}`;
  if (site === 'none') return origin !== undefined && origin !== `http://${host}`;
  return !isPageNavigation(request, target);
}

/** Following a link to the web UI from anywhere is no attack: the page is the same for everybody. */
function isPageNavigation(request: IncomingMessage, target: string): boolean {
  const { headers } = request;
  const page = target === '/' || target.startsWith('/?');
  return (
    page &&
    request.method === 'GET' &&
    headers.origin === undefined &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}
