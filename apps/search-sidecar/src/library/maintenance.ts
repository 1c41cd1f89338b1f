import type { NoteTable } from './note-table.js';
import type { TableWorkOptions } from './table-work.js';

/** Batches after which the files are joined when nothing is written, at least, and for each thousand records. */
const MIN_BATCHES = 32;
const BATCHES_PER_RECORD = 1 / 1_000;
/** Batches after which the files are joined in any case. Each leaves some files. */
const MAX_BATCHES = 256;
/** Batches after which the ids are indexed anew. A batch looks for its ids in each file that the index lacks. */
const BATCHES_PER_INDEX = 16;
/** Milliseconds without a batch after which nothing counts as being written. */
const IDLE_MS = 3_000;

export interface MaintenanceOptions extends TableWorkOptions {
  readonly countRecords: () => number;
}

/**
 * Joins the files of a table after many batches, removes those of replaced versions, and keeps the index of the ids up
 * to date. Batches wait meanwhile: LanceDB lets one of two concurrent writers fail.
 */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  #batches: number;
  /** Number of batches whose ids are not indexed. */
  #unindexed: number;
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param batches number of batches whose files are not joined yet */
  constructor(options: MaintenanceOptions, batches: number) {
    this.#options = options;
    this.#batches = batches;
    this.#unindexed = batches;
  }

  /** Notes that a batch was stored. */
  noteBatch(): void {
    this.#batches += 1;
    this.#unindexed += 1;
    clearTimeout(this.#idle);
    if (this.#batches >= MAX_BATCHES) {
      this.#planCompaction();
      return;
    }
    if (this.#unindexed >= BATCHES_PER_INDEX) this.#planIndex();
    const least = Math.max(MIN_BATCHES, this.#options.countRecords() * BATCHES_PER_RECORD);
    if (this.#batches >= least) this.#idle = setTimeout(() => this.#planCompaction(), IDLE_MS).unref();
  }

  /** Prevents further work. What runs is in the queue of writes. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#idle);
  }

  /** Plans to join the files, which also indexes the ids. */
  #planCompaction(): void {
    [this.#batches, this.#unindexed] = [0, 0];
    this.#plan(
      (table) => table.compact(),
      'The files of the index could not be joined. They are joined after the next batches',
    );
  }

  #planIndex(): void {
    this.#unindexed = 0;
    this.#plan((table) => table.indexIds(), 'The ids could not be indexed. They are indexed after the next batches');
  }

  /** @param problem text for the log when the work fails */
  #plan(work: (table: NoteTable) => Promise<void>, problem: string): void {
    const { table, writes, log, sync } = this.#options;
    void writes.run(async () => {
      if (this.#isStopped) return;
      try {
        await work(table);
        await sync();
      } catch (error) {
        log(problem, error);
      }
    });
  }
}
