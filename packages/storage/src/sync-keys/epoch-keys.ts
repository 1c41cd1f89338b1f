import type { Statements } from '../statements.js';

/** A key of the group, and which in turn it is. */
export interface EpochKey {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly number: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** The keys of the group; none is ever dropped, since what is old stays readable. */
export class EpochKeys {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** The newest last. */
  all(): EpochKey[] {
    return this.#sql.all<EpochKey>('SELECT epoch_id AS id, number, key FROM epoch ORDER BY number, epoch_id');
  }

  /** One that is there is fine: its id follows from its key. */
  keep({ id, number, key }: EpochKey): void {
    this.#sql.run('INSERT OR IGNORE INTO epoch VALUES (?, ?, ?)', id, number, key);
  }
}
