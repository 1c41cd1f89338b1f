import type {
  BucketDigest,
  BucketRange,
  CandidateQuery,
  Candidates,
  EngineBatch,
  EngineDescription,
  EngineEntry,
  EngineReceipt,
  SearchEngine,
} from '@notes/search-engine';
import { createLoader } from './create-loader.js';

export interface LazyEngineOptions {
  /** Returns the id of the replica, which changes when the library joins a group. */
  readonly getReplicaId: () => string;
  /** Opens the engine with the index of a replica. */
  readonly open: (replicaId: string) => Promise<SearchEngine>;
}

/**
 * Search engine that is opened at its first use, so that a process that never needs it does not load it. Each replica
 * has an index of its own: after a change of the replica id, the index of the new one is used. After a failure to open,
 * the next use tries again.
 */
export class LazyEngine implements SearchEngine {
  readonly #options: LazyEngineOptions;
  #index: { readonly replicaId: string; readonly open: () => Promise<SearchEngine> } | undefined;

  constructor(options: LazyEngineOptions) {
    this.#options = options;
  }

  async describe(signal?: AbortSignal): Promise<EngineDescription> {
    return (await this.#open()).describe(signal);
  }

  async apply(batch: EngineBatch, signal?: AbortSignal): Promise<EngineReceipt> {
    return (await this.#open()).apply(batch, signal);
  }

  async candidates(query: CandidateQuery, signal?: AbortSignal): Promise<Candidates> {
    return (await this.#open()).candidates(query, signal);
  }

  async digests(range: BucketRange, signal?: AbortSignal): Promise<readonly BucketDigest[]> {
    return (await this.#open()).digests(range, signal);
  }

  async entries(bucket: number, signal?: AbortSignal): Promise<readonly EngineEntry[]> {
    return (await this.#open()).entries(bucket, signal);
  }

  async drop(signal?: AbortSignal): Promise<void> {
    await (await this.#open()).drop(signal);
  }

  /** Removes the index of another replica. */
  async dropIndex(replicaId: string, signal?: AbortSignal): Promise<void> {
    await (await this.#options.open(replicaId)).drop(signal);
  }

  #open(): Promise<SearchEngine> {
    const replicaId = this.#options.getReplicaId();
    if (this.#index?.replicaId !== replicaId)
      this.#index = { replicaId, open: createLoader(() => this.#options.open(replicaId)) };
    return this.#index.open();
  }
}
