import { request as askPlainly, type ClientRequest, type IncomingMessage, Agent as PlainAgent } from 'node:http';
import { Agent, request as askSecurely } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectSecurely, type TLSSocket } from 'node:tls';
import { BACKUP_RANGE_BYTES, CarrierError, type PeerHttp, type PeerHttpRequest } from '@notes/sync-protocol/carrier';
import { isLoopback } from '../../platform/config/index.js';

/** Timeouts of requests to a peer. */
export interface PeerTimeouts {
  /** Timeout in milliseconds for connecting, and between two pieces of a response. */
  readonly idleTimeoutMs: number;
  /**
   * Timeout in milliseconds for a request and its response on an open connection. The time that `bytesPerMs` allows for
   * their bodies is added.
   */
  readonly exchangeTimeoutMs: number;
  readonly bytesPerMs: number;
  /**
   * Milliseconds for which an idle connection is reused. Services close idle connections after 5 s, which a busy
   * process may notice late.
   */
  readonly maxReuseIdleMs: number;
}

const DEFAULT_TIMEOUTS: PeerTimeouts = {
  idleTimeoutMs: 30_000,
  exchangeTimeoutMs: 120_000,
  bytesPerMs: 4,
  maxReuseIdleMs: 4_000,
};
/** Maximum bytes of a response: a page of a listing, an artifact, or a range of a backup. */
const MAX_RESPONSE_BYTES = BACKUP_RANGE_BYTES;
const MAX_CONNECTIONS = 4;

export interface PeerAddress {
  /** `https://host:port`; `http:` only for a loopback address. */
  readonly baseUrl: string;
  /**
   * SHA-256 of the certificate in 64 hexadecimal digits; null without TLS. The contents of the certificate are not
   * checked.
   */
  readonly certificateSha256: string | null;
}

/** Connection to a peer. */
export interface PeerConnection {
  readonly http: PeerHttp;
  /** Ends running requests and refuses later ones, with CarrierError `unreachable`. May be called again. */
  close(): void;
}

/**
 * Closes a connection when the signal aborts: at once when it has aborted already.
 *
 * @returns a function that closes the connection and removes the listener; the owner calls it at the end
 */
export function closeOnAbort({ close }: PeerConnection, signal: AbortSignal | undefined): () => void {
  if (signal?.aborted) close();
  else signal?.addEventListener('abort', close, { once: true });
  return () => {
    signal?.removeEventListener('abort', close);
    close();
  };
}

/**
 * Connects to a peer with a pinned certificate. Nothing is sent to a server with another certificate.
 *
 * @throws CarrierError `refused` for an address beyond this machine without TLS
 */
export function connectPeer({ baseUrl, certificateSha256 }: PeerAddress, timeouts = DEFAULT_TIMEOUTS): PeerConnection {
  const base = new URL(baseUrl);
  if (base.protocol === 'https:' && certificateSha256 === null) throw tlsRequiredError();
  return connect(base, (shown) => shown === certificateSha256, timeouts);
}

/** Connection to a server that is not known yet. */
export interface FirstConnection extends PeerConnection {
  /**
   * Returns the SHA-256 of the certificate shown, in 64 hexadecimal digits; null without TLS. Call it after a response.
   */
  certificateSha256(): string | null;
}

/**
 * Connects to any server at an address, and from then on only to one with the same certificate: for requests that
 * reveal nothing to an unintended recipient.
 *
 * @param expected SHA-256 of the certificate, if known.
 * @throws CarrierError as `connectPeer`
 */
export function connectUnpinned(baseUrl: string, expected: string | null = null): FirstConnection {
  let first = expected;
  const connection = connect(
    new URL(baseUrl),
    (shown) => {
      first ??= shown ?? null;
      return shown === first;
    },
    DEFAULT_TIMEOUTS,
  );
  return { ...connection, certificateSha256: () => first };
}

/** Returns true when a certificate with this SHA-256 is accepted. */
type Admits = (sha256: string | undefined) => boolean;

function connect(base: URL, admits: Admits, timeouts: PeerTimeouts): PeerConnection {
  const isSecure = base.protocol === 'https:';
  if (!isSecure && !(base.protocol === 'http:' && isLoopback(toHost(base)))) throw tlsRequiredError();
  const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agent = isSecure ? new PinnedAgent(admits, timeouts, settings) : new PlainAgent(settings);
  const request = isSecure ? askSecurely : askPlainly;
  const running = new Set<Exchange>();
  let isClosed = false;
  let usedAt = performance.now();
  return {
    http: async (asked) => {
      if (isClosed) throw closedError();
      if (performance.now() - usedAt > timeouts.maxReuseIdleMs) endIdle(agent);
      try {
        return await sendRequest({ base, request, agent, timeouts, running }, asked);
      } finally {
        usedAt = performance.now();
      }
    },
    close: () => {
      isClosed = true;
      // The agent does not know the sockets that are still connecting, nor the requests that wait for one.
      for (const exchange of running) exchange.end(closedError());
      agent.destroy();
    },
  };
}

function endIdle({ freeSockets }: PlainAgent): void {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

const tlsRequiredError = () =>
  new CarrierError('refused', 'A service on another machine needs an https address and the digest of its certificate');

const CERTIFICATE_MISMATCH =
  'The certificate of the service differs from the expected one. If its certificate was renewed, set sync.rest_peer.tls_cert_sha256 to the digest of the new one';

const toHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Agent that only connects to servers with an accepted certificate. */
class PinnedAgent extends Agent {
  readonly #admits: Admits;
  readonly #timeouts: PeerTimeouts;
  readonly #connecting = new Set<TLSSocket>();

  constructor(admits: Admits, timeouts: PeerTimeouts, settings: { keepAlive: boolean; maxSockets: number }) {
    super({ ...settings, maxCachedSessions: 0 });
    this.#admits = admits;
    this.#timeouts = timeouts;
  }

  override createConnection(
    options: ConnectionOptions,
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    // The issuer proves nothing here: the digest of the certificate is checked before anything is sent.
    const socket = connectSecurely({ ...options, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    const fail = (error: Error) => done?.(error, socket);
    this.#connecting.add(socket);
    socket.once('close', () => this.#connecting.delete(socket));
    socket.once('error', fail);
    socket.setTimeout(this.#timeouts.idleTimeoutMs, () => socket.destroy(noAnswerError()));
    socket.once('secureConnect', () => {
      this.#connecting.delete(socket);
      socket.off('error', fail);
      if (this.#admits(getFingerprint(socket))) return done?.(null, socket);
      socket.on('error', () => {});
      socket.destroy();
      fail(new CarrierError('refused', CERTIFICATE_MISMATCH));
    });
  }

  override destroy(): void {
    for (const socket of this.#connecting) socket.destroy(closedError());
    super.destroy();
  }
}

const getFingerprint = (socket: TLSSocket) =>
  socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase();

interface RequestContext {
  readonly base: URL;
  readonly request: typeof askPlainly;
  readonly agent: PlainAgent;
  readonly timeouts: PeerTimeouts;
  /** Exchanges that have not ended yet. */
  readonly running: Set<Exchange>;
}

async function sendRequest(
  { base, request, agent, timeouts, running }: RequestContext,
  { method, target, headers, body }: PeerHttpRequest,
): ReturnType<PeerHttp> {
  const sent = request({
    protocol: base.protocol,
    hostname: toHost(base),
    port: base.port,
    path: target,
    method,
    agent,
    timeout: timeouts.idleTimeoutMs,
    headers: {
      // Without this header a proxy may compress the response.
      'Accept-Encoding': 'identity',
      ...(body && { 'Content-Type': 'application/vnd.service.sync-artifact', 'Content-Length': body.length }),
      ...headers,
    },
  });
  const exchange = new Exchange(sent, timeouts, body?.length ?? 0);
  running.add(exchange);
  try {
    const answer = await awaitResponse(sent, body);
    const date = Date.parse(answer.headers.date ?? '');
    return {
      status: answer.statusCode ?? 0,
      body: await readBody(answer, exchange),
      date: Number.isNaN(date) ? null : date,
    };
  } catch (error) {
    if (exchange.ended !== null) throw exchange.ended;
    if (error instanceof CarrierError) throw error;
    throw new CarrierError('unreachable', explainFailure(error), { cause: error });
  } finally {
    running.delete(exchange);
    exchange.close();
  }
}

/** Error codes of a connection that ended after it was open. */
const INTERRUPTED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Returns the message for an error of the system, of TLS or of HTTP. */
function explainFailure(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'The service at this address does not use TLS as this device does. Check the port, and that sync.rest.tls_cert_file is set on that device';
  if (code.startsWith('HPE_'))
    return 'The service at this address does not answer as HTTP requires. Check the port, or try again later';
  if (INTERRUPTED.has(code))
    return 'The connection to the service was interrupted. Check that it runs, or try again later';
  return 'The service cannot be reached. Check that it runs and that this device can connect to it';
}

function awaitResponse(sent: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // The listener stays for the lifetime of the request: it also receives errors in the middle of a response.
    sent.on('error', reject);
    // Messages that are not responses, such as a protocol upgrade, emit no other event.
    sent.once('close', () =>
      reject(new CarrierError('unreachable', 'The service closed the connection without a response')),
    );
    sent.end(body);
  });
}

/** A request and its response, ended when the peer is silent for too long or sends too slowly. */
class Exchange {
  readonly #sent: ClientRequest;
  readonly #timeouts: PeerTimeouts;
  #until = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** Reason for which this side ended the exchange; null otherwise. */
  ended: CarrierError | null = null;

  /** @param bytes Size of the request body */
  constructor(sent: ClientRequest, timeouts: PeerTimeouts, bytes: number) {
    this.#sent = sent;
    this.#timeouts = timeouts;
    sent.on('timeout', () => this.end(noAnswerError()));
    sent.once('socket', () => {
      this.#until = performance.now() + timeouts.exchangeTimeoutMs;
      this.extendDeadline(bytes);
      this.#look();
    });
  }

  extendDeadline(bytes: number): void {
    this.#until += bytes / this.#timeouts.bytesPerMs;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const left = this.#until - performance.now();
    if (left <= 0) this.end(new CarrierError('unreachable', 'The service responds too slowly'));
    else this.#timer = setTimeout(() => this.#look(), left);
  }

  /** Ends the exchange for a reason, which becomes the error of the request. */
  end(why: CarrierError): void {
    this.ended ??= why;
    this.#sent.destroy(why);
  }
}

const closedError = () => new CarrierError('unreachable', 'The connection to the service was closed');

const noAnswerError = () => new CarrierError('unreachable', 'The service does not respond');

async function readBody(answer: IncomingMessage, exchange: Exchange): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    exchange.extendDeadline(piece.length);
    if (size > MAX_RESPONSE_BYTES) throw new CarrierError('refused', 'The response is larger than any valid one');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}
