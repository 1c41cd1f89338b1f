import type { Statements } from '../library/statements.js';

/** Rejected request: a code for the reason, and the key id when the key is known. No part of the request is stored. */
export interface AuthEvent {
  readonly event: 'request' | 'pair';
  readonly outcome: string;
  readonly keyId: string | null;
}

export interface AuthEventRow extends AuthEvent {
  /** Time of the first rejection, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly count: number;
}

/** Milliseconds within which equal rejections share a row. */
const MERGE_WINDOW_MS = 60_000;
/** Maximum number of stored rows. */
const MAX_ROWS = 1_000;

/** Log of rejected peer requests. Of a burst of equal rejections, the first is stored at once and the count later. */
export class AuthAudit {
  readonly #sql: Statements;
  readonly #open = new Map<string, { readonly id: number; readonly at: number; count: number }>();
  #changed = false;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  record({ event, outcome, keyId }: AuthEvent, at: number): void {
    const name = `${event} ${outcome} ${keyId}`;
    const row = this.#open.get(name);
    if (row !== undefined && Math.abs(at - row.at) < MERGE_WINDOW_MS) {
      row.count += 1;
      this.#changed = true;
      return;
    }
    this.storeCounts();
    for (const [each, { at: since }] of this.#open)
      if (Math.abs(at - since) >= MERGE_WINDOW_MS) this.#open.delete(each);
    const { lastInsertRowid: id } = this.#sql.run(
      'INSERT INTO auth_audit (at, event, outcome, key_id, count) VALUES (?, ?, ?, ?, 1)',
      at,
      event,
      outcome,
      keyId,
    );
    this.#sql.run('DELETE FROM auth_audit WHERE id <= ?', id - MAX_ROWS);
    this.#open.set(name, { id, at, count: 1 });
  }

  /** Rejections, newest first. */
  recent(limit: number): AuthEventRow[] {
    this.storeCounts();
    return this.#sql.all<AuthEventRow>(
      'SELECT at, event, outcome, key_id AS keyId, count FROM auth_audit ORDER BY id DESC LIMIT ?',
      limit,
    );
  }

  /** Stores the counts of repeated rejections. */
  storeCounts(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const { id, count } of this.#open.values())
      this.#sql.run('UPDATE auth_audit SET count = ? WHERE id = ?', count, id);
  }
}
