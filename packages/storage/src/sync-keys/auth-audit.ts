import type { Statements } from '../statements.js';

/** What was refused: a word for why, and of whom only a key that is known. No part of a request is kept. */
export interface AuthEvent {
  readonly event: 'request' | 'pair';
  readonly outcome: string;
  readonly keyId: string | null;
}

export interface AuthEventRow extends AuthEvent {
  /** Of the first, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
}

/** Alike within so long they are one row. */
const ALIKE_MS = 60_000;
/** So many rows are kept. */
const KEPT = 1_000;

/** Refusals of peers. Of a flood of them the first is stored, and how many there were once in a while. */
export class AuthAudit {
  readonly #sql: Statements;
  readonly #open = new Map<string, { readonly id: number; readonly at: number; count: number }>();
  #changed = false;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  note({ event, outcome, keyId }: AuthEvent, at: number): void {
    const name = `${event} ${outcome} ${keyId}`;
    const row = this.#open.get(name);
    if (row !== undefined && Math.abs(at - row.at) < ALIKE_MS) {
      row.count += 1;
      this.#changed = true;
      return;
    }
    this.settle();
    for (const [each, { at: since }] of this.#open) if (Math.abs(at - since) >= ALIKE_MS) this.#open.delete(each);
    const { lastInsertRowid: id } = this.#sql.run(
      'INSERT INTO auth_audit (at, event, outcome, key_id, count) VALUES (?, ?, ?, ?, 1)',
      at,
      event,
      outcome,
      keyId,
    );
    this.#sql.run('DELETE FROM auth_audit WHERE id <= ?', id - KEPT);
    this.#open.set(name, { id, at, count: 1 });
  }

  /** The newest first. */
  recent(limit: number): AuthEventRow[] {
    this.settle();
    return this.#sql.all<AuthEventRow>(
      'SELECT at, event, outcome, key_id AS keyId, count FROM auth_audit ORDER BY id DESC LIMIT ?',
      limit,
    );
  }

  /** Stores how often what was alike has happened. */
  settle(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const { id, count } of this.#open.values())
      this.#sql.run('UPDATE auth_audit SET count = ? WHERE id = ?', count, id);
  }
}
