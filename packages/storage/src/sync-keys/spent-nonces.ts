import { and, count, eq, lt, max, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { nonceFloor, nonces } from './schema.js';

/** Milliseconds for which nonces are kept: twice the permitted clock skew of a peer. */
const RETENTION_MS = 120_000;
/** Milliseconds between removals of old nonces. */
const SWEEP_INTERVAL_MS = 10_000;

const selectFloor = defineQuery(() => build.select({ at: nonceFloor.at }).from(nonceFloor));
const putFloor = defineQuery(
  ({ at }: Parameters<{ at: number }>) =>
    sql`INSERT OR REPLACE INTO ${nonceFloor} (${names(nonceFloor.one, nonceFloor.at)}) VALUES (1, ${at})`,
);
const countNonce = defineQuery(({ keyId, nonce }: Parameters<{ keyId: string; nonce: string }>) =>
  build
    .select({ n: count() })
    .from(nonces)
    .where(and(eq(nonces.keyId, keyId), eq(nonces.nonce, nonce))),
);
const countByKey = defineQuery(({ keyId }: Parameters<{ keyId: string }>) =>
  build.select({ n: count() }).from(nonces).where(eq(nonces.keyId, keyId)),
);
const insertNonce = defineQuery(({ keyId, nonce, at }: Parameters<{ keyId: string; nonce: string; at: number }>) =>
  build.insert(nonces).values({ keyId, nonce, at }),
);
const selectNewestBefore = defineQuery(({ before }: Parameters<{ before: number }>) =>
  build
    .select({ at: max(nonces.at) })
    .from(nonces)
    .where(lt(nonces.at, before)),
);
const deleteBefore = defineQuery(({ before }: Parameters<{ before: number }>) =>
  build.delete(nonces).where(lt(nonces.at, before)),
);

/**
 * Durable store of used request nonces: killing the process permits no replay. Removed nonces are covered by a floor,
 * the time of the newest removed nonce; requests up to it do not count as new. The floor stays valid when the clock is
 * set back.
 */
export class SpentNonces {
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #maxPerKey: number;
  #floor: number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(database: Connection, statements: Statements, mostPerKey: number) {
    this.#database = database;
    this.#sql = statements;
    this.#maxPerKey = mostPerKey;
    this.#floor = statements.value(selectFloor) ?? Number.NEGATIVE_INFINITY;
  }

  /** Floor in milliseconds since the Unix epoch; −Infinity before the first removal. */
  floor(): number {
    return this.#floor;
  }

  has(keyId: string, nonce: string): boolean {
    return this.#sql.count(countNonce, { keyId, nonce }) > 0;
  }

  isFull(keyId: string): boolean {
    return this.#sql.count(countByKey, { keyId }) >= this.#maxPerKey;
  }

  /**
   * Stores a used nonce.
   *
   * @param at time in the request, in milliseconds since the Unix epoch
   */
  add(keyId: string, nonce: string, at: number): void {
    this.#sql.run(insertNonce, { keyId, nonce, at });
  }

  /** Removes nonces that are too old for any permitted clock skew, and raises the floor. */
  sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = now;
    const before = now - RETENTION_MS;
    const newest = this.#sql.value(selectNewestBefore, { before });
    if (newest === null || newest === undefined) return;
    const floor = Math.max(this.#floor, newest);
    this.#database.transaction(() => {
      this.#sql.run(deleteBefore, { before });
      this.#sql.run(putFloor, { at: floor });
    })();
    this.#floor = floor;
  }
}
