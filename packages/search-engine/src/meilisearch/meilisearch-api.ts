import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type JsonAnswer, JsonClient, type JsonFailure, type JsonRequest } from '../http/index.js';
import { EngineError, type EngineErrorCode } from '../port.js';

/** Oldest version with the routes and fields used here. */
const MIN_VERSION = [1, 10] as const;
/** Time limit in milliseconds for sending a batch. */
const SEND_TIMEOUT_MS = 60_000;
/** Time limit in milliseconds for the tasks of one call: an embedder can need minutes for a batch. */
const MAX_TASK_MS = 10 * 60_000;
const MIN_POLL_MS = 5;
const MAX_POLL_MS = 250;

const failureSchema = z.object({ code: z.string().regex(/^[a-z_]{1,64}$/) });
const versionSchema = z.object({ pkgVersion: z.string() });
const enqueuedSchema = z.object({ taskUid: z.int().nonnegative() });
const taskSchema = z.object({
  status: z.enum(['enqueued', 'processing', 'succeeded', 'failed', 'canceled']),
  error: failureSchema.nullish().catch(null),
});

/** Error codes of Meilisearch for a disk or database without space. */
const FULL = new Set(['no_space_left_on_device', 'database_size_limit_reached']);
/** Error codes for what does not exist yet. Such an answer shows that the server is Meilisearch. */
const ABSENT = new Set(['index_not_found', 'document_not_found', 'task_not_found']);

/** Requests to a Meilisearch server, with checked answers. */
export class MeilisearchApi {
  readonly #client: JsonClient;

  constructor(url: string, apiKey: string) {
    this.#client = new JsonClient({ baseUrl: url, apiKey, readFailure: (answer) => this.#readFailure(answer) });
  }

  /** @throws EngineError `incompatible` for another program, and for a version that is too old */
  async readVersion(signal?: AbortSignal): Promise<string> {
    const parsed = versionSchema.safeParse(await this.#client.send({ method: 'GET', path: '/version', signal }));
    if (!parsed.success)
      throw new EngineError('incompatible', `The program at ${this.#client.origin} is not Meilisearch`);
    const [, major, minor] = /^(\d{1,4})\.(\d{1,4})\./.exec(parsed.data.pkgVersion) ?? [];
    const isOld =
      Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
    if (major === undefined || isOld)
      throw new EngineError(
        'incompatible',
        `Meilisearch at ${this.#client.origin} is too old. Install version ${MIN_VERSION.join('.')} or newer`,
      );
    return parsed.data.pkgVersion;
  }

  /** Returns the answer to a request that changes nothing. */
  async read<T>(schema: z.ZodType<T>, request: JsonRequest): Promise<T> {
    return this.#parse(schema, await this.#client.send(request));
  }

  /** Returns the answer to a request; null when the index or document does not exist. */
  async readIfPresent<T>(schema: z.ZodType<T>, request: JsonRequest): Promise<T | null> {
    const answer = await this.#client.exchange(request);
    if (answer.status === 404 && ABSENT.has(readFailureCode(answer.body))) return null;
    return this.#parse(schema, this.#client.readBody(answer));
  }

  /** Sends a change. Returns the task that the server runs after all earlier ones. */
  async enqueue(request: JsonRequest): Promise<number> {
    const answer = await this.#client.send({ timeoutMs: SEND_TIMEOUT_MS, ...request });
    return this.#parse(enqueuedSchema, answer).taskUid;
  }

  /**
   * Waits until a task has ended.
   *
   * @throws EngineError `full` or `failed` when the task failed, unless its error code is `ignoredCode`
   */
  async awaitTask(taskUid: number, signal: AbortSignal | undefined, ignoredCode?: string): Promise<void> {
    const until = performance.now() + MAX_TASK_MS;
    for (let pollMs = MIN_POLL_MS; performance.now() < until; pollMs = Math.min(pollMs * 1.5, MAX_POLL_MS)) {
      const { status, error } = await this.read(taskSchema, { method: 'GET', path: `/tasks/${taskUid}`, signal });
      if (status === 'succeeded') return;
      if (status === 'failed' || status === 'canceled') {
        if (error && error.code === ignoredCode) return;
        throw this.#describeFailure(error?.code ?? status, 'could not apply a change');
      }
      await delay(pollMs, undefined, { signal }).catch(() => {});
    }
    throw new EngineError('failed', `Meilisearch at ${this.#client.origin} has not applied a change in time`);
  }

  /** Sends a change and waits until it is applied. */
  async change(request: JsonRequest, ignoredCode?: string): Promise<void> {
    await this.awaitTask(await this.enqueue(request), request.signal, ignoredCode);
  }

  #parse<T>(schema: z.ZodType<T>, body: unknown): T {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new EngineError(
      'malformed',
      `The answer of Meilisearch at ${this.#client.origin} cannot be read. Use version 1.10 or newer`,
    );
  }

  #readFailure({ status, body }: JsonAnswer): JsonFailure | undefined {
    const code = readFailureCode(body);
    if (code === '') return undefined;
    // Keys that are wrong, and servers that are not available, have the codes of their status.
    if (status === 401 || status === 403 || status >= 502) return undefined;
    return this.#describeFailure(code, 'reports an error');
  }

  #describeFailure(code: string, predicate: string): EngineError {
    const engineCode: EngineErrorCode = FULL.has(code) ? 'full' : 'failed';
    return new EngineError(engineCode, `Meilisearch at ${this.#client.origin} ${predicate}: ${code}`);
  }
}

/** Returns the error code of an answer or task; empty when it has none. */
function readFailureCode(body: unknown): string {
  const parsed = failureSchema.safeParse(body);
  return parsed.success ? parsed.data.code : '';
}
