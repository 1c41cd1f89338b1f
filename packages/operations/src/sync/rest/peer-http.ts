import { once } from 'node:events';
import { request as askPlainly, type IncomingMessage, Agent as PlainAgent } from 'node:http';
import { Agent, request as askSecurely } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { CarrierError, type PeerHttp, type PeerHttpRequest } from '@notes/sync-protocol';
import { isLoopback } from '../../config/index.js';

/** For a connection to be made, and between two pieces of an answer. */
const SILENCE_MS = 30_000;
/** More than any answer has that is asked for: a page of a listing, or an artifact. */
const ANSWER_MOST = 4 * 1024 * 1024;
const CONNECTIONS_MOST = 4;

export interface PeerAddress {
  /** `https://host:port`; `http:` only of an address on loopback. */
  readonly baseUrl: string;
  /** Of its certificate, 64 hexadecimal digits; null without TLS. What a certificate says of itself is not asked. */
  readonly certificateSha256: string | null;
}

/** The connection to a peer, and what ends it. */
export interface PeerConnection {
  readonly http: PeerHttp;
  close(): void;
}

/**
 * Connects to a peer, and to nobody else: not a byte is sent to whoever shows another certificate.
 *
 * @throws CarrierError `refused` for an address that would be asked without TLS beyond this machine
 */
export function connectPeer({ baseUrl, certificateSha256 }: PeerAddress): PeerConnection {
  const base = new URL(baseUrl);
  const isSecure = base.protocol === 'https:' && certificateSha256 !== null;
  const isHere = base.protocol === 'http:' && isLoopback(base.hostname.replace(/^\[|\]$/g, ''));
  if (!isSecure && !isHere) throw new CarrierError('refused', 'a peer beyond this machine is only asked over TLS');
  const settings = { keepAlive: true, maxSockets: CONNECTIONS_MOST };
  const agent = isSecure ? new PinnedAgent(certificateSha256, settings) : new PlainAgent(settings);
  return {
    http: (asked) => ask(base, isSecure ? askSecurely : askPlainly, agent, asked),
    close: () => agent.destroy(),
  };
}

/** Makes connections to whoever shows one certificate. */
class PinnedAgent extends Agent {
  readonly #sha256: string;

  constructor(sha256: string, settings: { keepAlive: boolean; maxSockets: number }) {
    super({ ...settings, maxCachedSessions: 0 });
    this.#sha256 = sha256;
  }

  override createConnection(
    options: ConnectionOptions,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    // Whoever signed it proves nothing here: it is known by its digest, which is looked at before anything is sent.
    const socket = connect({ ...options, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    const fail = (error: Error) => done?.(error, socket);
    socket.once('error', fail);
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new CarrierError('unreachable', 'the peer does not answer')));
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      if (fingerprintOf(socket) === this.#sha256) return done?.(null, socket);
      socket.on('error', () => {});
      socket.destroy();
      fail(new CarrierError('refused', 'whoever answers shows another certificate than the peer'));
    });
  }
}

const fingerprintOf = (socket: TLSSocket) =>
  socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase();

async function ask(
  base: URL,
  request: typeof askPlainly,
  agent: PlainAgent,
  { method, target, headers, body }: PeerHttpRequest,
): ReturnType<PeerHttp> {
  const sent = request({
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    path: target,
    method,
    agent,
    timeout: SILENCE_MS,
    headers: {
      ...headers,
      ...(body && { 'Content-Type': 'application/vnd.service.sync-artifact', 'Content-Length': body.length }),
    },
  });
  sent.on('timeout', () => sent.destroy(new CarrierError('unreachable', 'the peer does not answer')));
  try {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [answer] = await answered;
    return { status: answer.statusCode ?? 0, body: await whole(answer) };
  } catch (error) {
    if (error instanceof CarrierError) throw error;
    throw new CarrierError('unreachable', 'the peer cannot be reached', { cause: error });
  }
}

async function whole(answer: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > ANSWER_MOST) throw new CarrierError('refused', 'the peer answers more than was asked for');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}
