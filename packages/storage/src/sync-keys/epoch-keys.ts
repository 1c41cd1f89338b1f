import { asc } from 'drizzle-orm';
import { build, defineQuery, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { epochs } from './schema.js';

/** Key of the group for one epoch, with the epoch number. */
export interface EpochKey {
  /** Id of the key, 32 hexadecimal digits. */
  readonly id: string;
  readonly number: number;
  /** Key, 32 bytes. */
  readonly key: Uint8Array;
}

const selectEpochs = defineQuery(() =>
  build
    .select({ id: epochs.id, number: epochs.number, key: epochs.key })
    .from(epochs)
    .orderBy(asc(epochs.number), asc(epochs.id)),
);
const insertEpoch = defineQuery(({ id, number, key }: Parameters<EpochKey>) =>
  build.insert(epochs).values({ id, number, key }).onConflictDoNothing(),
);

/** Epoch keys of the group. Keys are never deleted, so that old data stays readable. */
export class EpochKeys {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Keys, newest last. */
  all(): EpochKey[] {
    return this.#sql.all(selectEpochs);
  }

  /** Stores a key; ignores a known key, since the id is derived from the key. */
  keep({ id, number, key }: EpochKey): void {
    this.#sql.run(insertEpoch, { id, number, key });
  }
}
