import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { MediaReason } from '@notes/contract';
import { allowedUrl } from './check-url.js';
import { MediaError } from './media-error.js';
import { openPinnedSocket } from './pinned-socket.js';
import { hostOf, type MediaPolicy } from './policy.js';
import { timeLimit } from './time-limit.js';

/** One request that left this machine. */
export interface Egress {
  readonly host: string;
  /** `stopped`: the answer was not read to its end. */
  readonly outcome: 'fetched' | 'redirected' | 'stopped' | MediaReason;
}

export interface FetchOptions {
  readonly policy: MediaPolicy;
  /** Ends the fetch as `timeout`. */
  readonly signal: AbortSignal;
  /** Told of every piece before it is given; throws when there are to be no more. */
  readonly spend: (bytes: number) => void;
  readonly onEgress?: ((egress: Egress) => void) | undefined;
}

/** Between two pieces of an answer, and before its first. */
const IDLE_MS = 10_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const OK = 200;

/**
 * The bytes at an address, as they come. Each redirect is held to the policy in full, and every connection goes to an
 * address that was checked. Sends nothing of this library or of an earlier answer.
 *
 * @param first one that the policy allows
 * @throws MediaError
 */
export async function* fetchMedia(first: URL, options: FetchOptions): AsyncGenerator<Buffer, void> {
  const { maxRedirects, timeoutMs } = options.policy;
  const limit = timeLimit(timeoutMs, options.signal);
  try {
    let next: URL | undefined = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      next = yield* askLogged(next, { ...options, signal: limit.signal });
      if (next === undefined) return;
    }
    throw new MediaError('too_many_redirects');
  } finally {
    limit.end();
  }
}

async function* askLogged(url: URL, options: FetchOptions): AsyncGenerator<Buffer, URL | undefined> {
  let outcome: Egress['outcome'] = 'stopped';
  try {
    const next = yield* ask(url, options);
    outcome = next === undefined ? 'fetched' : 'redirected';
    return next;
  } catch (error) {
    if (error instanceof MediaError) outcome = error.reasons[0];
    throw error;
  } finally {
    options.onEgress?.({ host: hostOf(url), outcome });
  }
}

/** Gives the bytes of the answer; or answers where they are instead. */
async function* ask(url: URL, { policy, signal, spend }: FetchOptions): AsyncGenerator<Buffer, URL | undefined> {
  const socket = await openPinnedSocket(url, policy, signal);
  socket.setTimeout(IDLE_MS, () => socket.destroy(new MediaError('timeout')));
  addAbortSignal(signal, socket);
  try {
    const answer = await answerOf(socket, url, policy, signal);
    const location = REDIRECTS.has(answer.statusCode) ? answer.headers.location : undefined;
    if (location !== undefined) return redirectTarget(location, url, policy);
    checkHead(answer, policy);
    for await (const piece of answer as AsyncIterable<Buffer>) {
      spend(piece.length);
      yield piece;
    }
    return undefined;
  } catch (error) {
    throw error instanceof MediaError ? error : brokenOff(socket, signal, 'incomplete_answer');
  } finally {
    socket.destroy();
  }
}

async function answerOf(
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
  // It may also end badly when nobody waits for the answer any more, or just end, as after an upgrade.
  sent.on('error', () => {});
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  try {
    const [answer] = (await once(sent, 'response', { signal: closed.signal })) as [IncomingMessage];
    return answer;
  } catch {
    throw brokenOff(socket, signal, 'connection_failed');
  }
}

/** Why a socket ended: what ended it here, or else the other side. */
function brokenOff({ errored }: Socket, signal: AbortSignal, otherwise: MediaReason): MediaError {
  if (errored instanceof MediaError) return errored;
  return new MediaError(signal.aborted ? 'timeout' : otherwise);
}

function checkHead({ statusCode, headers }: IncomingMessage, { maxBytes }: MediaPolicy): void {
  if (statusCode !== OK) throw new MediaError('http_status');
  if (isEncoded(headers['content-encoding'], 'identity') || isEncoded(headers['transfer-encoding'], 'chunked'))
    throw new MediaError('encoded_answer');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new MediaError('too_large');
}

/** True when the bytes are not those of the file, whatever `Accept-Encoding` said. */
const isEncoded = (header: string | undefined, plain: string) =>
  header !== undefined && header.trim().toLowerCase() !== plain;

/** @throws MediaError when the policy refuses where a redirect leads, or it would give up encryption */
export function redirectTarget(location: string, from: URL, policy: MediaPolicy): URL {
  if (!URL.canParse(location, from.href)) throw new MediaError('invalid_url');
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new MediaError('insecure_redirect');
  return allowedUrl(to.href, policy);
}
