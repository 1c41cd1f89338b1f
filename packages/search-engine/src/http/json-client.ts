import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlainly } from 'node:http';
import { request as requestSecurely, Agent as SecureAgent } from 'node:https';
import { EngineError, type EngineErrorCode } from '../port.js';

/** Default time limit in milliseconds for a request and its answer. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** Default maximum bytes of an answer. The ids and versions of one bucket of a large library need less than 1 MiB. */
const DEFAULT_MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Maximum bytes that are read of the answer to a failed request. */
const MAX_FAILURE_BYTES = 64 * 1024;
/** Milliseconds after which an idle connection is closed: less than the 5 s after which most servers close one. */
const MAX_IDLE_MS = 4_000;
const MAX_CONNECTIONS = 4;

export interface JsonClientOptions {
  /** Address of the engine, `http:` or `https:`, with the path before all routes if there is one. */
  readonly baseUrl: string;
  /** Key sent as `Authorization: Bearer`. Empty: none. */
  readonly apiKey: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit in milliseconds for a request and its answer; 10,000 when absent. */
  readonly timeoutMs?: number;
  /**
   * Reads the answer to a failed request. Its code replaces the one of the status, and its message the standard message.
   * It must not return text that may be that of a note.
   */
  readonly readFailure?: (answer: JsonAnswer) => JsonFailure | undefined;
}

export interface JsonFailure {
  readonly code?: EngineErrorCode;
  /** Complete sentence. */
  readonly message?: string;
}

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path after that of the address, with its query: `/v1/describe`. */
  readonly path: string;
  /** Value sent as JSON. Absent: no body. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Time limit in milliseconds that replaces that of the client. */
  readonly timeoutMs?: number;
  /** Maximum bytes of the answer; 16 MiB when absent. */
  readonly maxAnswerBytes?: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** Parsed body; undefined for an empty one, and for a failed request also when it is not JSON. */
  readonly body: unknown;
}

/**
 * Sends JSON to a search engine over HTTP. It follows no redirects and keeps connections open. Messages of its errors
 * contain neither the key nor text that was sent or received, except for the message of `readFailure`.
 */
export class JsonClient {
  readonly #options: JsonClientOptions;
  readonly #base: URL | null;
  readonly #agent: PlainAgent;

  constructor(options: JsonClientOptions) {
    this.#options = options;
    this.#base = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : null;
    const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: MAX_IDLE_MS };
    this.#agent = this.#base?.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings);
  }

  /** Origin of the address, without user name, password and path. */
  get origin(): string {
    return this.#base?.origin ?? 'an unknown address';
  }

  /**
   * Returns the body of the answer.
   *
   * @throws EngineError `refused` for status 401 and 403; `incompatible` for 404, 405, redirects, and answers that are not
   * JSON; `full` for 507; `unreachable` without an answer in time, or when the signal aborts; `malformed` for an answer
   * that is too large or cannot be parsed; `failed` for any other status
   */
  async send(request: JsonRequest): Promise<unknown> {
    return this.readBody(await this.exchange(request));
  }

  /**
   * Returns the body of an answer of `exchange`.
   *
   * @throws EngineError for the status, as `send`
   */
  readBody(answer: JsonAnswer): unknown {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    const failure = this.#options.readFailure?.(answer);
    const { code, message } = this.#toFailure(answer.status);
    throw new EngineError(failure?.code ?? code, this.#withoutKey(failure?.message ?? message));
  }

  /**
   * Returns the answer with any status.
   *
   * @throws EngineError `unreachable`, `malformed` and `incompatible`, as `send`
   */
  async exchange(request: JsonRequest): Promise<JsonAnswer> {
    if (this.#base === null) throw new EngineError('unreachable', 'The address of the search engine is not a URL');
    const base = this.#base;
    const deadline = new Deadline(request.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
    try {
      deadline.signal.throwIfAborted();
      return await this.#receive(await this.#awaitAnswer(base, request, deadline.signal), request);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw this.#toNetworkError(error, deadline);
    } finally {
      deadline.clear();
    }
  }

  /** Sends a request, again as long as the server had closed the kept connection in the meantime. */
  async #awaitAnswer(base: URL, request: JsonRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    for (;;) {
      const sent = this.#open(base, request, body, signal);
      try {
        return await awaitResponse(sent, body);
      } catch (error) {
        // Each try ends one kept connection, and a new one is not tried again.
        if (!sent.reusedSocket || signal.aborted || !CLOSED.has(readErrorCode(error))) throw error;
      }
    }
  }

  #open(base: URL, { method, path }: JsonRequest, body: Buffer | undefined, signal: AbortSignal): ClientRequest {
    const { apiKey, headers } = this.#options;
    const open = base.protocol === 'https:' ? requestSecurely : requestPlainly;
    return open({
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      method,
      agent: this.#agent,
      signal,
      headers: {
        Accept: 'application/json',
        ...(apiKey !== '' && { Authorization: `Bearer ${apiKey}` }),
        ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
        ...headers,
      },
    });
  }

  async #receive(response: IncomingMessage, { maxAnswerBytes }: JsonRequest): Promise<JsonAnswer> {
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) {
      const bytes = await readBytes(response, maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES);
      if (bytes === undefined) throw this.#error('malformed', 'sent an answer larger than any valid one');
      if (bytes.length === 0) return { status, body: undefined };
      if (!isJson(response)) throw this.#error('incompatible', 'is another program: its answer is not JSON');
      const parsed = parseJson(bytes);
      if (parsed === undefined) throw this.#error('malformed', 'sent an answer that cannot be read');
      return { status, body: parsed.value };
    }
    const bytes = await readBytes(response, MAX_FAILURE_BYTES);
    return { status, body: bytes && isJson(response) ? parseJson(bytes)?.value : undefined };
  }

  #toFailure(status: number): Required<JsonFailure> {
    const [code, predicate] = FAILURES.get(status) ?? (status < 400 ? REDIRECT : FAILED);
    return { code, message: `${this.#error(code, predicate).message} (status ${status}).` };
  }

  #toNetworkError(error: unknown, deadline: Deadline): EngineError {
    if (deadline.isExpired) return this.#error('unreachable', `did not answer within ${deadline.timeoutMs} ms`);
    if (isTimeout(deadline.signal.reason)) return this.#error('unreachable', 'did not answer in time');
    if (deadline.signal.aborted)
      return new EngineError('unreachable', 'The request to the search engine was cancelled');
    const code = readErrorCode(error);
    if (code.startsWith('HPE_')) return this.#error('incompatible', 'is another program: its answer is not HTTP');
    return this.#error('unreachable', `cannot be reached${code === '' ? '' : ` (${code})`}`);
  }

  #error(code: EngineErrorCode, predicate: string): EngineError {
    return new EngineError(code, `The search engine at ${this.origin} ${predicate}`);
  }

  #withoutKey(message: string): string {
    const { apiKey } = this.#options;
    return apiKey === '' ? message : message.replaceAll(apiKey, '…');
  }
}

/** Codes of errors of connections that the other side closed. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);
const REDIRECT = ['incompatible', 'is another program: it redirects requests'] as const;
const FAILED = ['failed', 'reports an error'] as const;
const REFUSED = ['refused', 'does not accept the API key'] as const;
const UNKNOWN_ROUTE = ['incompatible', 'is another program or version: it does not know the request'] as const;
const UNAVAILABLE = ['unreachable', 'is not available'] as const;
const FAILURES = new Map<number, readonly [EngineErrorCode, string]>([
  [401, REFUSED],
  [403, REFUSED],
  [404, UNKNOWN_ROUTE],
  [405, UNKNOWN_ROUTE],
  [415, UNKNOWN_ROUTE],
  [426, UNKNOWN_ROUTE],
  [501, UNKNOWN_ROUTE],
  [502, UNAVAILABLE],
  [503, UNAVAILABLE],
  [504, UNAVAILABLE],
  [507, ['full', 'has no space left on its disk']],
]);

/** Signal that aborts after a time limit or with the signal of the caller. */
class Deadline {
  readonly timeoutMs: number;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#controller.abort(this.#caller?.reason);
  isExpired = false;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.#caller = caller;
    this.#timer = setTimeout(() => {
      this.isExpired = true;
      this.#abort();
    }, timeoutMs);
    if (caller?.aborted) this.#abort();
    caller?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }
}

/** Returns true for the reason of a signal of `AbortSignal.timeout`. */
const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

function awaitResponse(sent: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // The listener stays for the lifetime of the request: it also receives errors in the middle of an answer.
    sent.on('error', reject);
    // Messages that are not answers, such as a protocol upgrade, emit no other event.
    sent.once('close', () => reject(new Error('The connection was closed without an answer')));
    sent.end(body);
  });
}

/** Returns the body of an answer; undefined, and closes the connection, when it is larger than `maxBytes`. */
async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

const isJson = ({ headers }: IncomingMessage) =>
  /^application\/(?:[\w.-]+\+)?json(?:;|$)/i.test(headers['content-type'] ?? '');

function parseJson(bytes: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

function readErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}
