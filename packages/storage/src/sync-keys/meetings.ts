import type { Statements } from '../statements.js';

/** The folders where this library met others, and which carrier each was when it was last there. */
export class Meetings {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Undefined for a folder where nobody was met. @param path absolute */
  carrierAt(path: string): string | undefined {
    return this.#sql.row<[string]>('SELECT carrier_id FROM meeting WHERE path = ?', path)?.[0];
  }

  keep(path: string, carrierId: string): void {
    if (this.carrierAt(path) !== carrierId)
      this.#sql.run('INSERT OR REPLACE INTO meeting (path, carrier_id) VALUES (?, ?)', path, carrierId);
  }
}
