import type { Statements } from '../library/statements.js';

/** Key of the group for one epoch, with the epoch number. */
export interface EpochKey {
  /** Id of the key, 32 hexadecimal digits. */
  readonly id: string;
  readonly number: number;
  /** Key, 32 bytes. */
  readonly key: Uint8Array;
}

/** Epoch keys of the group. Keys are never deleted, so that old data stays readable. */
export class EpochKeys {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Keys, newest last. */
  all(): EpochKey[] {
    return this.#sql.all<EpochKey>('SELECT epoch_id AS id, number, key FROM epoch ORDER BY number, epoch_id');
  }

  /** Stores a key; ignores a known key, since the id is derived from the key. */
  keep({ id, number, key }: EpochKey): void {
    this.#sql.run('INSERT OR IGNORE INTO epoch VALUES (?, ?, ?)', id, number, key);
  }
}
