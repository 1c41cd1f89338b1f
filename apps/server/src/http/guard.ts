import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { ServiceError } from '@notes/contract';
import { createNotFoundError } from '../failures.js';
import { isCrossSite } from './fetch-metadata.js';
import { countHeader, hasPaddedName } from './headers.js';

export interface GuardOptions {
  /** Value of `server.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  readonly listenHost: string;
}

export interface Refusal {
  readonly error: ServiceError;
  /** True when the framing of the connection cannot be trusted any more. */
  readonly close?: boolean;
}

export type Guard = (request: IncomingMessage) => Refusal | undefined;

const HOST = /^(\[[0-9a-f:.]+\]|[^:@/\\?#\s[\]]+)(?::\d{1,5})?$/;

/**
 * Checks that precede every route: the peer address, the framing of the request, its host, and requests sent by foreign
 * web pages. No header can widen the permissions of the connection itself.
 */
export function createGuard(options: GuardOptions): Guard {
  const named = new Set([options.listenHost, ...options.allowedHosts].map((host) => host.toLowerCase()));
  const knownHosts = new Set<string>();
  const isAllowedHost = (host: string): boolean => {
    if (knownHosts.has(host)) return true;
    const name = HOST.exec(host.toLowerCase())?.[1];
    if (name === undefined || !(isLoopbackName(name) || named.has(name))) return false;
    if (knownHosts.size < 64) knownHosts.add(host);
    return true;
  };
  return (request) => {
    if (!isLoopbackAddress(request.socket.remoteAddress)) return { error: createNotFoundError() };
    const fault = findFramingFault(request);
    if (fault !== undefined) return { error: new ServiceError('validation_failed', fault), close: true };
    const { host } = request.headers;
    if (host === undefined || !isAllowedHost(host) || countHeader(request.rawHeaders, 'host') !== 1)
      return {
        error: new ServiceError(
          'forbidden',
          'The host name of this request is not allowed. Add it to server.allowed_hosts',
        ),
      };
    if (isCrossSite(request, request.url as string, host))
      return { error: new ServiceError('forbidden', 'Requests from other websites are not allowed') };
    return undefined;
  };
}

const isLoopbackName = (name: string) =>
  name === 'localhost' || name === '[::1]' || (name.startsWith('127.') && isIPv4(name));

/** Returns true for a loopback address, in the notation of a socket. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return (
    address !== undefined && (address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.'))
  );
}

/** Returns the reason to refuse a request that a proxy, or another parser, could interpret differently from Node. */
export function findFramingFault({ url = '', httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return 'The HTTP version is not supported. Use HTTP/1.1 or HTTP/1.0';
  if (!isOriginForm(url))
    return 'The request target is malformed. Send a path in printable ASCII with valid percent-encoding';
  if (hasPaddedName(rawHeaders)) return 'A header name ends in white space. Remove the white space';
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && (transfer.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
    return 'Transfer-Encoding: must be chunked, with HTTP/1.1';
  return undefined;
}

/** Matches printable ASCII without a fragment: older parsers accept tabs and raw bytes. */
const VISIBLE_PATH = /^\/[!-"$-~]*$/;

/**
 * Returns true for a path on this server, without a fragment, with percent-encoding of valid UTF-8. Express decodes only
 * the parameters of a route that matches; a malformed query, or a malformed path without a route, would pass it.
 */
function isOriginForm(target: string): boolean {
  if (!VISIBLE_PATH.test(target)) return false;
  if (!target.includes('%')) return true;
  try {
    // The result is used, since bundlers omit the call otherwise.
    return decodeURIComponent(target).length > 0;
  } catch {
    return false;
  }
}
