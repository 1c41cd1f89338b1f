import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { LIBRARY_HEADER, librarySchema, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@notes/search-engine/lance';
import { RequestError } from './request-error.js';

const HOST = /^(\[[0-9a-f:.]+\]|[^:@/\\?#\s[\]]+)(?::\d{1,5})?$/;

export interface CheckOptions {
  readonly apiKey: string;
  /** Host part of the address that the program listens on. */
  readonly listenHost: string;
}

/**
 * Checks what precedes every route, and returns the library of the request.
 *
 * @throws RequestError for a host name that is not allowed, a request of a web page, a wrong key, another version of the
 * protocol, or a missing library
 */
export function checkRequest(request: IncomingMessage, { apiKey, listenHost }: CheckOptions): string {
  const { host = '', authorization = '', origin } = request.headers;
  const name = HOST.exec(host.toLowerCase())?.[1];
  // A web page can reach this program through a host name of its own.
  if (name === undefined || !(isLoopback(name) || name === listenHost.toLowerCase()))
    throw new RequestError(403, 'refused', 'The host name of this request is not allowed');
  if (origin !== undefined) throw new RequestError(403, 'refused', 'Requests of web pages are not allowed');
  if (!isEqual(authorization, `Bearer ${apiKey}`))
    throw new RequestError(
      401,
      'refused',
      'The API key is wrong. Set search.sidecar.api_key to the key of notes-search',
    );
  const protocol = request.headers[PROTOCOL_HEADER];
  if (protocol !== String(PROTOCOL_VERSION))
    throw new RequestError(
      426,
      'incompatible',
      `notes-search has version ${PROTOCOL_VERSION} of the protocol. Install the same version of Notes and notes-search`,
    );
  const library = librarySchema.safeParse(request.headers[LIBRARY_HEADER]);
  if (!library.success)
    throw new RequestError(400, 'validation_failed', `${LIBRARY_HEADER}: must be the id of a library`);
  return library.data;
}

const isLoopback = (name: string) =>
  name === 'localhost' || name === '[::1]' || (name.startsWith('127.') && isIPv4(name));

/** Compares texts in a time that does not depend on their content. */
function isEqual(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(first, second);
}
