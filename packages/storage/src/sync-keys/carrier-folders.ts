import type { Statements } from '../library/statements.js';

/** Folders used for exchange, with the carrier last found in each. */
export class CarrierFolders {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /**
   * Returns the carrier id of a folder; undefined for an unknown folder.
   *
   * @param path absolute path
   */
  carrierAt(path: string): string | undefined {
    return this.#sql.row<[string]>('SELECT carrier_id FROM meeting WHERE path = ?', path)?.[0];
  }

  keep(path: string, carrierId: string): void {
    if (this.carrierAt(path) !== carrierId)
      this.#sql.run('INSERT OR REPLACE INTO meeting (path, carrier_id) VALUES (?, ?)', path, carrierId);
  }
}
