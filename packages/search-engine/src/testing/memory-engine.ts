import {
  type BucketDigest,
  type BucketRange,
  type CandidateQuery,
  type Candidates,
  type Channel,
  type ChannelAnswer,
  type ChannelState,
  type EngineBatch,
  type EngineDescription,
  type EngineEntry,
  EngineError,
  type EngineErrorCode,
  type EngineReceipt,
  type EngineRecord,
  MAX_BATCH_RECORDS,
  MAX_CANDIDATES,
  type SearchEngine,
} from '../port.js';
import { MemoryIndex } from './memory-index.js';
import { type Synonyms, TextVectors } from './text-vector.js';

const MODEL = { name: 'words-and-parts', digest: '', dimensions: 512 };

/** Moment at which an engine dies in `apply`: before the batch is stored, or after that and before the answer. */
export type DeathInApply = 'before' | 'after';

export interface MemoryEngineOptions {
  /** Words that the channel `meaning` treats as the same. */
  readonly synonyms?: Synonyms;
  /** False: the channel `meaning` is `off`. True when absent. */
  readonly hasMeaning?: boolean;
}

export type EngineMethod = keyof SearchEngine;

/** Search engine in memory for tests. Its methods beyond the port make it fail in the ways in which engines fail. */
export class MemoryEngine implements SearchEngine {
  /** All calls, including those that failed. */
  readonly calls: EngineMethod[] = [];
  /** Batches that were received, including those that failed. */
  readonly batches: EngineBatch[] = [];
  readonly #vectors: TextVectors;
  readonly #channels: Record<Channel, ChannelState>;
  readonly #rejected = new Map<string, string>();
  #problem: string | null = null;
  #index: MemoryIndex | null = null;
  #failure: EngineErrorCode | null = null;
  #isDead = false;
  #isDiskFull = false;
  #callsToDeath = Number.POSITIVE_INFINITY;
  #deathInApply: DeathInApply | null = null;
  #released: Promise<void> | null = null;

  constructor({ synonyms = [], hasMeaning = true }: MemoryEngineOptions = {}) {
    this.#vectors = new TextVectors(synonyms);
    this.#channels = { typo: 'ready', meaning: hasMeaning ? 'ready' : 'off' };
  }

  async describe(signal?: AbortSignal): Promise<EngineDescription> {
    await this.#begin('describe', signal);
    return {
      name: 'memory-engine',
      version: '1.0.0',
      indexId: this.#index?.id ?? null,
      sequence: this.#index?.sequence ?? 0,
      records: this.#index?.size ?? 0,
      channels: { ...this.#channels },
      model: this.#channels.meaning === 'off' ? null : MODEL,
      problem: this.#problem,
    };
  }

  async apply(batch: EngineBatch, signal?: AbortSignal): Promise<EngineReceipt> {
    this.batches.push(batch);
    await this.#begin('apply', signal);
    if (batch.upserts.length + batch.deletes.length > MAX_BATCH_RECORDS)
      throw new EngineError('failed', `A batch has at most ${MAX_BATCH_RECORDS} records`);
    if ((this.#index?.sequence ?? 0) < batch.from)
      throw new EngineError('gap', 'The index lacks changes before the batch');
    if (this.#isDiskFull) throw new EngineError('full', 'The disk of the search engine is full');
    if (this.#deathInApply === 'before') throw this.#die();
    this.#index ??= new MemoryIndex(this.#vectors);
    const rejected = batch.upserts.flatMap(({ id }) => {
      const message = this.#rejected.get(id);
      return message === undefined ? [] : [{ id, message }];
    });
    for (const id of batch.deletes) this.#index.remove(id);
    for (const record of batch.upserts) if (!this.#rejected.has(record.id)) this.#index.put(record);
    this.#index.sequence = Math.max(this.#index.sequence, batch.to);
    if (this.#deathInApply === 'after') throw this.#die();
    return { rejected };
  }

  async candidates({ text, words, channels, limit }: CandidateQuery, signal?: AbortSignal): Promise<Candidates> {
    await this.#begin('candidates', signal);
    const find = { typo: () => this.#index?.findLike(words), meaning: () => this.#index?.findNear(text) };
    const answers = channels.map((channel): [Channel, ChannelAnswer] => {
      const state = this.#channels[channel];
      if (state !== 'ready') return [channel, { state, message: this.#problem ?? `The channel is ${state}` }];
      const candidates = find[channel]() ?? [];
      return [channel, { state: 'answered', candidates: candidates.slice(0, Math.min(limit, MAX_CANDIDATES)) }];
    });
    return Object.fromEntries(answers);
  }

  async digests(range: BucketRange, signal?: AbortSignal): Promise<readonly BucketDigest[]> {
    await this.#begin('digests', signal);
    return (this.#index ?? new MemoryIndex(this.#vectors)).digests(range);
  }

  async entries(bucket: number, signal?: AbortSignal): Promise<readonly EngineEntry[]> {
    await this.#begin('entries', signal);
    return this.#index?.entries(bucket) ?? [];
  }

  async drop(signal?: AbortSignal): Promise<void> {
    await this.#begin('drop', signal);
    this.#index = null;
  }

  /** Makes all further calls fail with a code; null ends this. */
  failWith(code: EngineErrorCode | null): void {
    this.#failure = code;
  }

  /** Lets all further calls wait. Returns the function that lets them continue. */
  hold(): () => void {
    const { promise, resolve } = createDeferred();
    this.#released = promise;
    return () => {
      this.#released = null;
      resolve();
    };
  }

  /** Makes all batches fail, and nothing else, until the disk is free again. */
  setDiskFull(isFull: boolean): void {
    this.#isDiskFull = isFull;
  }

  /** Lets the engine die at once, also in the middle of a call. It is unreachable afterwards, until `restart`. */
  kill(): void {
    this.#isDead = true;
  }

  /** Lets `count` further calls succeed. The engine is unreachable afterwards, until `restart`. */
  dieAfterCalls(count: number): void {
    this.#callsToDeath = count;
  }

  /** Lets the engine die in the next `apply` that finds no gap. It is unreachable afterwards, until `restart`. */
  dieInApply(moment: DeathInApply): void {
    this.#deathInApply = moment;
  }

  /** Starts the engine again with the index that it had. */
  restart(): void {
    this.#isDead = false;
    this.#callsToDeath = Number.POSITIVE_INFINITY;
    this.#deathInApply = null;
  }

  /** Deletes the index, as the loss of its disk does. */
  lose(): void {
    this.#index = null;
  }

  /** Replaces the index by another, empty one. */
  replace(): void {
    this.#index = new MemoryIndex(this.#vectors);
  }

  /** Sets the sequence number back, as a restored copy of the index has it, so that the next batch finds a gap. */
  rewind(sequence: number): void {
    this.#getIndex().sequence = sequence;
  }

  /** Deletes records unnoticed. */
  forget(...ids: readonly string[]): void {
    for (const id of ids) this.#getIndex().remove(id);
  }

  /** Gives records an old version unnoticed. */
  makeStale(...ids: readonly string[]): void {
    for (const id of ids) {
      const record = this.read(id);
      if (record) this.#getIndex().put({ ...record, version: `${record.version}-old` });
    }
  }

  /** Adds records unnoticed. */
  addOrphans(...records: readonly EngineRecord[]): void {
    for (const record of records) this.#getIndex().put(record);
  }

  /** Makes the engine reject records, also in batches that were applied before. */
  reject(ids: readonly string[], message = 'The record cannot be stored'): void {
    for (const id of ids) this.#rejected.set(id, message);
  }

  /** Makes the engine accept all records. */
  rejectNone(): void {
    this.#rejected.clear();
  }

  setChannel(channel: Channel, state: ChannelState, problem: string | null = null): void {
    this.#channels[channel] = state;
    this.#problem = problem;
  }

  /** Returns a record as the index has it. */
  read(id: string): EngineRecord | undefined {
    return this.#index?.get(id);
  }

  #getIndex(): MemoryIndex {
    if (this.#index === null) throw new TypeError('The engine has no index yet');
    return this.#index;
  }

  async #begin(method: EngineMethod, signal: AbortSignal | undefined): Promise<void> {
    this.calls.push(method);
    if (this.#callsToDeath <= 0) this.kill();
    this.#callsToDeath--;
    if (!this.#isDead) await waitFor(this.#released, signal);
    if (this.#isDead) throw unreachableError();
    if (this.#failure !== null) throw new EngineError(this.#failure, `The search engine fails with ${this.#failure}`);
  }

  #die(): EngineError {
    this.kill();
    return unreachableError();
  }
}

const unreachableError = () => new EngineError('unreachable', 'The search engine cannot be reached');

async function waitFor(released: Promise<void> | null, signal: AbortSignal | undefined): Promise<void> {
  const { promise: aborted, resolve: abort } = createDeferred();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  // An answer is never given in the call itself, as by an engine in another process.
  await Promise.race([released ?? new Promise<void>((resolve) => setImmediate(resolve)), ...(signal ? [aborted] : [])]);
  signal?.removeEventListener('abort', abort);
  if (signal?.aborted) throw new EngineError('unreachable', 'The request to the search engine was cancelled');
}

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
