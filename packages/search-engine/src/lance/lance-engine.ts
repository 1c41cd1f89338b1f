import type { z } from 'zod';
import { type JsonAnswer, JsonClient, type JsonFailure, type JsonRequest } from '../http/index.js';
import {
  type BucketDigest,
  type BucketRange,
  type CandidateQuery,
  type Candidates,
  type EngineBatch,
  type EngineDescription,
  type EngineEntry,
  EngineError,
  type EngineErrorCode,
  type EngineReceipt,
  engineErrorCodes,
  MAX_ENGINE_MESSAGE,
  type SearchEngine,
} from '../port.js';
import {
  type batchSchema,
  candidatesSchema,
  descriptionSchema,
  digestsSchema,
  emptySchema,
  entriesSchema,
  failureSchema,
  LIBRARY_HEADER,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  receiptSchema,
} from './protocol.js';

/** Time limit in milliseconds for a batch: the disk of the sidecar may be slow, and nothing waits for a batch. */
const APPLY_TIMEOUT_MS = 60_000;

export interface LanceOptions {
  /** Address of `notes-search`. */
  readonly url: string;
  readonly apiKey: string;
  /** Id of the library; a process of `notes-search` has one index for each. */
  readonly library: string;
  /** Time limit in milliseconds for a request and its answer; that of `JsonClient` when absent. */
  readonly timeoutMs?: number;
}

/** Search engine in a process of `notes-search`. */
export class LanceEngine implements SearchEngine {
  readonly #client: JsonClient;

  /** @throws TypeError when the address is not a URL */
  constructor({ url, apiKey, library, timeoutMs }: LanceOptions) {
    this.#client = new JsonClient({
      baseUrl: url,
      apiKey,
      headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), [LIBRARY_HEADER]: library },
      ...(timeoutMs !== undefined && { timeoutMs }),
      readFailure,
    });
  }

  async describe(signal?: AbortSignal): Promise<EngineDescription> {
    const answer = await this.#client.send({ method: 'GET', path: '/v1/describe', signal });
    if (!isCompatible(answer))
      throw new EngineError('incompatible', `${this.#client.origin} is not notes-search, or has another version`);
    const { protocol: _, index_id: indexId, ...description } = this.#parse(descriptionSchema, answer);
    return { ...description, indexId };
  }

  async apply(batch: EngineBatch, signal?: AbortSignal): Promise<EngineReceipt> {
    const body: z.input<typeof batchSchema> = {
      from: batch.from,
      to: batch.to,
      upserts: [...batch.upserts],
      deletes: [...batch.deletes],
    };
    return this.#post(receiptSchema, 'apply', { body, signal, timeoutMs: APPLY_TIMEOUT_MS });
  }

  async candidates({ text, words, channels, limit }: CandidateQuery, signal?: AbortSignal): Promise<Candidates> {
    const answer = await this.#post(candidatesSchema, 'candidates', { body: { text, words, channels, limit }, signal });
    return answer.channels as Candidates;
  }

  async digests({ from, to }: BucketRange, signal?: AbortSignal): Promise<readonly BucketDigest[]> {
    const { buckets } = await this.#post(digestsSchema, 'digests', { body: { from, to }, signal });
    if (buckets.length !== to - from || buckets.some(({ bucket }, index) => bucket !== from + index))
      throw this.#makeMalformedError('the digest of a bucket is missing');
    return buckets;
  }

  async entries(bucket: number, signal?: AbortSignal): Promise<readonly EngineEntry[]> {
    return (await this.#post(entriesSchema, 'entries', { body: { bucket }, signal })).entries;
  }

  async drop(signal?: AbortSignal): Promise<void> {
    await this.#post(emptySchema, 'drop', { body: {}, signal, timeoutMs: APPLY_TIMEOUT_MS });
  }

  async #post<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    request: Omit<JsonRequest, 'method' | 'path'>,
  ): Promise<z.output<Schema>> {
    return this.#parse(schema, await this.#client.send({ ...request, method: 'POST', path: `/v1/${method}` }));
  }

  #parse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw this.#makeMalformedError(
      field === '' ? 'it has other fields than expected' : `its field ${field} is missing or has a wrong value`,
    );
  }

  #makeMalformedError(reason: string): EngineError {
    return new EngineError(
      'malformed',
      `The answer of notes-search at ${this.#client.origin} cannot be read: ${reason}. Update notes-search`,
    );
  }
}

/** Returns true for the description of a program that has the version of the protocol. */
const isCompatible = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'protocol' in answer && answer.protocol === PROTOCOL_VERSION;

/** Reads the code and message of a failed request; other codes than those of the port count as that of the status. */
function readFailure({ body }: JsonAnswer): JsonFailure | undefined {
  const parsed = failureSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { code, message } = parsed.data.error;
  return {
    ...(isEngineErrorCode(code) && { code }),
    message: message.slice(0, MAX_ENGINE_MESSAGE),
  };
}

const isEngineErrorCode = (code: string): code is EngineErrorCode =>
  (engineErrorCodes as readonly string[]).includes(code);
