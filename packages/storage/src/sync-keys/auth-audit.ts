import { eq, lte, sql } from 'drizzle-orm';
import { build, defineQuery, type Parameters, rows } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { authAudit } from './schema.js';

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

const { id, at, event, outcome, keyId, count } = authAudit;
const insertEvent = defineQuery((values: Parameters<AuthEvent & { readonly at: number }>) =>
  build.insert(authAudit).values({
    at: values.at,
    event: values.event,
    outcome: values.outcome,
    keyId: values.keyId,
    count: 1,
  }),
);
const deleteThrough = defineQuery((last: Parameters<{ id: number }>) =>
  build.delete(authAudit).where(lte(id, last.id)),
);
const selectNewest = defineQuery(({ limit }: Parameters<{ limit: number }>) =>
  rows(
    { at, event, outcome, keyId, count },
    (list) => sql`SELECT ${list} FROM ${authAudit} ORDER BY ${id} DESC LIMIT ${limit}`,
  ),
);
const updateCount = defineQuery((row: Parameters<{ id: number; count: number }>) =>
  build.update(authAudit).set({ count: row.count }).where(eq(id, row.id)),
);

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
    const { lastInsertRowid: id } = this.#sql.run(insertEvent, { at, event, outcome, keyId });
    this.#sql.run(deleteThrough, { id: id - MAX_ROWS });
    this.#open.set(name, { id, at, count: 1 });
  }

  /** Rejections, newest first. */
  recent(limit: number): AuthEventRow[] {
    this.storeCounts();
    return this.#sql.all(selectNewest, { limit });
  }

  /** Stores the counts of repeated rejections. */
  storeCounts(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const { id, count } of this.#open.values()) this.#sql.run(updateCount, { id, count });
  }
}
