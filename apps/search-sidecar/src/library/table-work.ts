import type { Log } from '../log.js';
import type { NoteTable } from './note-table.js';
import type { WriteQueue } from './write-queue.js';

/** Options of background work on the files of a table. */
export interface TableWorkOptions {
  readonly table: NoteTable;
  readonly writes: WriteQueue;
  readonly log: Log;
  /** Makes the files durable. */
  readonly sync: () => Promise<void>;
}
