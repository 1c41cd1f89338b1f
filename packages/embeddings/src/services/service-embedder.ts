import { setTimeout as wait } from 'node:timers/promises';
import { EngineError } from '@notes/search-engine';
import { type JsonAnswer, JsonClient } from '@notes/search-engine/http';
import { type Embedder, EmbeddingError, type Prefixes, type TextKind } from '../embedder.js';
import { prefixTexts } from '../prefixes.js';
import { normalise } from '../vectors.js';

/** Texts sent in one request. */
const BATCH_SIZE = 64;
/** Time limit of a request: a model on a processor takes a second for a long text. */
const TIMEOUT_MS = 120_000;
/** Time limit of a request for the words of a search. */
const QUERY_TIMEOUT_MS = 10_000;
/** Milliseconds before a request is sent again, one for each further try. */
const PAUSES_MS = [500, 2_000, 8_000];
/** Text whose vector tells the number of dimensions. */
const PROBE = 'note';

/** Request and answer of one kind of service. */
export interface EmbeddingService {
  /** Name of the service in messages. */
  readonly title: string;
  readonly path: string;
  readonly toBody: (model: string, texts: readonly string[]) => object;
  /** Returns the vectors in the order of the texts; undefined for an answer of another form. */
  readonly readVectors: (body: unknown) => unknown;
}

export interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string;
  readonly model: string;
  readonly prefixes: Prefixes;
}

/** Model of another program, reached over HTTP. */
class ServiceEmbedder implements Embedder {
  readonly digest = '';
  #dimensions = 0;
  #isClosed = false;
  readonly #client: JsonClient;

  constructor(
    private readonly service: EmbeddingService,
    private readonly address: ServiceAddress,
  ) {
    this.#client = new JsonClient({ baseUrl: address.url, apiKey: address.apiKey, timeoutMs: TIMEOUT_MS });
  }

  get name(): string {
    return this.address.model;
  }

  get prefixes(): Prefixes {
    return this.address.prefixes;
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  /** Learns the number of dimensions. */
  async open(): Promise<Embedder> {
    await this.embed([PROBE], 'query');
    return this;
  }

  async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    const prefixed = prefixTexts(texts, this.prefixes, kind);
    for (let from = 0; from < prefixed.length; from += BATCH_SIZE)
      vectors.push(...(await this.#request(prefixed.slice(from, from + BATCH_SIZE), kind, signal)));
    return vectors;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #request(texts: readonly string[], kind: TextKind, signal: AbortSignal | undefined): Promise<Float32Array[]> {
    // A search does not wait for a service that is busy.
    const pauses = kind === 'query' ? [] : PAUSES_MS;
    for (const pauseMs of pauses) {
      const answer = await this.#send(texts, kind, signal);
      if (answer.status !== 429 && answer.status < 500) return this.#read(answer, texts.length);
      await wait(pauseMs, undefined, signal && { signal }).catch(() => {});
    }
    return this.#read(await this.#send(texts, kind, signal), texts.length);
  }

  async #send(texts: readonly string[], kind: TextKind, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    const { toBody, path, title } = this.service;
    if (signal?.aborted || this.#isClosed)
      throw new EmbeddingError('aborted', 'The texts were not embedded, because the work was ended');
    const limit = kind === 'query' ? { timeoutMs: QUERY_TIMEOUT_MS } : {};
    try {
      return await this.#client.exchange({ method: 'POST', path, body: toBody(this.name, texts), signal, ...limit });
    } catch (error) {
      if (signal?.aborted)
        throw new EmbeddingError('aborted', 'The texts were not embedded, because the work was ended');
      const isMalformed = error instanceof EngineError && error.code === 'malformed';
      if (isMalformed) throw this.#makeMalformedError();
      throw new EmbeddingError('unreachable', `${title} at ${this.#client.origin} does not answer`, { cause: error });
    }
  }

  #read({ status, body }: JsonAnswer, count: number): Float32Array[] {
    const { title, readVectors } = this.service;
    if (status === 401 || status === 403) throw new EmbeddingError('refused', `${title} refuses the key`);
    if (status === 404) throw new EmbeddingError('missing', `${title} has no model "${this.name}" at this address`);
    if (status < 200 || status >= 300) throw new EmbeddingError('failed', `${title} answered with status ${status}`);
    const vectors = readVectors(body);
    if (!Array.isArray(vectors) || vectors.length !== count || !vectors.every(isVector))
      throw this.#makeMalformedError();
    for (const { length } of vectors) {
      if (this.#dimensions === 0) this.#dimensions = length;
      if (length !== this.#dimensions)
        throw new EmbeddingError('malformed', `${title} sends vectors of ${length} and ${this.#dimensions} numbers`);
    }
    return vectors.map((vector) => normalise(Float32Array.from(vector)));
  }

  #makeMalformedError(): EmbeddingError {
    return new EmbeddingError('malformed', `${this.service.title} sends an answer that is no list of vectors`);
  }
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => Number.isFinite(item));

/** Opens a model of a service; the service must answer. */
export const openServiceEmbedder = (service: EmbeddingService, address: ServiceAddress): Promise<Embedder> =>
  new ServiceEmbedder(service, address).open();
