import type { Connection } from '@lancedb/lancedb';
import type { Log } from '../log.js';
import type { Entries } from './entries.js';
import type { NoteTable } from './note-table.js';

/** Options of a channel, which makes its part of the index of one library. */
export interface ChannelOptions {
  readonly database: Connection;
  readonly notes: NoteTable;
  /** Records of the index, kept up to date by its owner. */
  readonly entries: Entries;
  readonly log: Log;
  /** Makes the files durable. */
  readonly sync: () => Promise<void>;
}
