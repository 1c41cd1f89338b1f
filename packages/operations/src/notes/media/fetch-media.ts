import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { MediaReason } from '@notes/contract';
import { startTimeLimit } from '../../platform/time-limit.js';
import { parseAllowedUrl } from './check-url.js';
import { MediaError } from './media-error.js';
import { openPinnedSocket } from './pinned-socket.js';
import { getHost, type MediaPolicy } from './policy.js';

/** One outgoing request. */
export interface Egress {
  readonly host: string;
  /** Outcome of the request; `stopped` when the consumer did not read the response to its end. */
  readonly outcome: 'fetched' | 'redirected' | 'stopped' | MediaReason;
}

export interface FetchOptions {
  readonly policy: MediaPolicy;
  /** Aborts the fetch with the reason `timeout`. */
  readonly signal: AbortSignal;
  /** Called with the size of every piece before it is yielded; throws when the budget is used up. */
  readonly spend: (bytes: number) => void;
  readonly onEgress?: ((egress: Egress) => void) | undefined;
}

/** Longest wait for the first or the next piece of a response. */
const IDLE_MS = 10_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const OK = 200;

/**
 * Fetches the bytes at an address. Checks each redirect against the whole policy, and connects to checked IP addresses
 * only. Sends nothing from this library or from an earlier response.
 *
 * @param first an address that the policy allows
 * @throws MediaError
 */
export async function* fetchMedia(first: URL, options: FetchOptions): AsyncGenerator<Buffer, void> {
  const { maxRedirects, timeoutMs } = options.policy;
  const limit = startTimeLimit(timeoutMs, options.signal);
  try {
    let next: URL | undefined = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      next = yield* requestLogged(next, { ...options, signal: limit.signal });
      if (next === undefined) return;
    }
    throw new MediaError('too_many_redirects');
  } finally {
    limit.end();
  }
}

async function* requestLogged(url: URL, options: FetchOptions): AsyncGenerator<Buffer, URL | undefined> {
  let outcome: Egress['outcome'] = 'stopped';
  try {
    const next = yield* requestUrl(url, options);
    outcome = next === undefined ? 'fetched' : 'redirected';
    return next;
  } catch (error) {
    if (error instanceof MediaError) outcome = error.reasons[0];
    throw error;
  } finally {
    options.onEgress?.({ host: getHost(url), outcome });
  }
}

/** Yields the bytes of the response; returns the target of a redirect. */
async function* requestUrl(url: URL, { policy, signal, spend }: FetchOptions): AsyncGenerator<Buffer, URL | undefined> {
  const socket = await openPinnedSocket(url, policy, signal);
  socket.setTimeout(IDLE_MS, () => socket.destroy(new MediaError('timeout')));
  addAbortSignal(signal, socket);
  try {
    const answer = await sendRequest(socket, url, policy, signal);
    const location = REDIRECTS.has(answer.statusCode) ? answer.headers.location : undefined;
    if (location !== undefined) return resolveRedirect(location, url, policy);
    checkHead(answer, policy);
    for await (const piece of answer as AsyncIterable<Buffer>) {
      spend(piece.length);
      yield piece;
    }
    return undefined;
  } catch (error) {
    throw error instanceof MediaError ? error : toConnectionError(socket, signal, 'incomplete_answer');
  } finally {
    socket.destroy();
  }
}

async function sendRequest(
  socket: Socket,
  url: URL,
  { mimeTypes }: MediaPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    Host: url.host,
    Accept: [...mimeTypes].join(', '),
    'Accept-Encoding': 'identity',
    'User-Agent': 'Notes',
  };
  const path = `${url.pathname}${url.search}`;
  const sent = get({ createConnection: () => socket, setHost: false, headers, path });
  // The request may also emit an error after the response, or just end, as after an upgrade.
  sent.on('error', () => {});
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  try {
    const [answer] = (await once(sent, 'response', { signal: closed.signal })) as [IncomingMessage];
    return answer;
  } catch {
    throw toConnectionError(socket, signal, 'connection_failed');
  }
}

/** Returns the reason why a socket closed: the local error, or else `otherwise`. */
function toConnectionError({ errored }: Socket, signal: AbortSignal, otherwise: MediaReason): MediaError {
  if (errored instanceof MediaError) return errored;
  return new MediaError(signal.aborted ? 'timeout' : otherwise);
}

function checkHead({ statusCode, headers }: IncomingMessage, { maxBytes }: MediaPolicy): void {
  if (statusCode !== OK) throw new MediaError('http_status');
  if (isEncoded(headers['content-encoding'], 'identity') || isEncoded(headers['transfer-encoding'], 'chunked'))
    throw new MediaError('encoded_answer');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new MediaError('too_large');
}

/** Returns true when the transferred bytes are encoded. A server may ignore `Accept-Encoding`. */
const isEncoded = (header: string | undefined, plain: string) =>
  header !== undefined && header.trim().toLowerCase() !== plain;

/**
 * Returns the target of a redirect.
 *
 * @throws MediaError when the policy refuses the target or it downgrades HTTPS to HTTP
 */
export function resolveRedirect(location: string, from: URL, policy: MediaPolicy): URL {
  if (!URL.canParse(location, from.href)) throw new MediaError('invalid_url');
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new MediaError('insecure_redirect');
  return parseAllowedUrl(to.href, policy);
}
