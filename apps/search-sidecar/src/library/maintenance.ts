import type { Log } from '../log.js';
import type { FreshTerms } from '../typo/fresh-terms.js';
import type { NoteTable } from './note-table.js';
import type { WriteQueue } from './write-queue.js';

/** Records that the text index may lack before it is updated at once: at least this number. */
const MIN_UNINDEXED = 1_000;
/** Part of all records that it may lack, so that filling a large index does not update it again and again. */
const UNINDEXED_SHARE = 1 / 20;
/** Milliseconds without a write after which the index is updated. */
const IDLE_MS = 3_000;
/** Milliseconds after an update until the files of replaced versions are removed. */
const PRUNE_MS = 30_000;

export interface MaintenanceOptions {
  readonly table: NoteTable;
  readonly fresh: FreshTerms;
  readonly writes: WriteQueue;
  readonly log: Log;
  /** Makes the files durable. */
  readonly sync: () => Promise<void>;
  readonly countRecords: () => number;
}

/** Updates the indexes of a table after writes, and removes the files of replaced versions. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  #unindexed = 0;
  #running: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #prune: NodeJS.Timeout | undefined;
  #mustRebuild = false;
  #isStopped = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
  }

  /** Notes that records were added, replaced or removed. */
  noteWrite(count: number): void {
    this.#unindexed += count;
    const most = Math.max(MIN_UNINDEXED, this.#options.countRecords() * UNINDEXED_SHARE);
    clearTimeout(this.#idle);
    if (this.#unindexed >= most) this.#start();
    else this.#idle = setTimeout(() => this.#start(), IDLE_MS).unref();
  }

  /** Makes the text index again. */
  rebuild(): void {
    this.#mustRebuild = true;
    this.#start();
  }

  /** Ends the updates; resolves when none is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#prune);
    await this.#running;
  }

  #start(): void {
    if (this.#running !== undefined || this.#isStopped) return;
    this.#running = this.#update().finally(() => {
      this.#running = undefined;
    });
  }

  async #update(): Promise<void> {
    const { table, fresh, log, sync } = this.#options;
    const pending = this.#unindexed;
    this.#unindexed = 0;
    fresh.beginIndexing();
    try {
      if (this.#mustRebuild) await table.makeTextIndex();
      this.#mustRebuild = false;
      await table.deleteRemoved();
      await table.compact();
      await sync();
      fresh.endIndexing(true);
      this.#schedulePruning();
    } catch (error) {
      this.#unindexed += pending;
      fresh.endIndexing(false);
      log('The indexes could not be updated. They are updated again after the next writes', error);
    }
  }

  #schedulePruning(): void {
    if (this.#isStopped || this.#prune !== undefined) return;
    this.#prune = setTimeout(() => void this.#removeVersions(), PRUNE_MS).unref();
  }

  async #removeVersions(): Promise<void> {
    const { table, writes, log } = this.#options;
    this.#prune = undefined;
    await writes.run(async () => {
      // An update that runs at the same time could lose files that no version names yet.
      await this.#running;
      if (this.#isStopped) return;
      this.#running = table
        .prune()
        .catch((error) => log('Old versions of the index could not be removed', error))
        .finally(() => {
          this.#running = undefined;
        });
      await this.#running;
    });
  }
}
