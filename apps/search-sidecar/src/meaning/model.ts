import { type Embedder, type EmbedderOptions, EmbeddingError, openEmbedder } from '@notes/embeddings';
import type { ChannelState } from '@notes/search-engine';
import type { Log } from '../log.js';

/** Model that all libraries share, loaded when it is first needed. */
export class Model {
  readonly #options: EmbedderOptions;
  readonly #log: Log;
  #opening: Promise<Embedder> | undefined;
  #embedder: Embedder | undefined;
  #problem: string | undefined;

  constructor(options: EmbedderOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** Undefined until the model is loaded. */
  get embedder(): Embedder | undefined {
    return this.#embedder;
  }

  get state(): ChannelState {
    if (this.#embedder !== undefined) return 'ready';
    return this.#problem === undefined ? 'building' : 'failed';
  }

  get problem(): string | undefined {
    return this.#embedder === undefined ? (this.#problem ?? 'The model is being loaded') : undefined;
  }

  /**
   * Returns the loaded model. After a failure, the next call tries again.
   *
   * @throws EmbeddingError
   */
  open(): Promise<Embedder> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  async close(): Promise<void> {
    await this.#opening?.then(
      (embedder) => embedder.close(),
      () => {},
    );
  }

  async #load(): Promise<Embedder> {
    try {
      this.#embedder = await openEmbedder(this.#options);
      this.#problem = undefined;
      return this.#embedder;
    } catch (error) {
      this.#opening = undefined;
      const problem = describeEmbeddingFailure(error);
      if (problem !== this.#problem) this.#log('The model cannot be loaded', error);
      this.#problem = problem;
      throw error;
    }
  }
}

export const describeEmbeddingFailure = (error: unknown): string =>
  error instanceof EmbeddingError ? error.message : 'The model does not work. The log of notes-search has the details';
