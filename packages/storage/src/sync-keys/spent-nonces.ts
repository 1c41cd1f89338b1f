import type { Connection } from '../library/connection.js';
import type { Statements } from '../library/statements.js';

/** Milliseconds for which nonces are kept: twice the permitted clock skew of a peer. */
const RETENTION_MS = 120_000;
/** Milliseconds between removals of old nonces. */
const SWEEP_INTERVAL_MS = 10_000;

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

  constructor(database: Connection, sql: Statements, mostPerKey: number) {
    this.#database = database;
    this.#sql = sql;
    this.#maxPerKey = mostPerKey;
    this.#floor = sql.get<{ at: number }>('SELECT at FROM nonce_floor')?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Floor in milliseconds since the Unix epoch; −Infinity before the first removal. */
  floor(): number {
    return this.#floor;
  }

  has(keyId: string, nonce: string): boolean {
    return this.#sql.get('SELECT 1 FROM nonce WHERE key_id = ? AND nonce = ?', keyId, nonce) !== undefined;
  }

  isFull(keyId: string): boolean {
    return this.#sql.count('SELECT count(*) FROM nonce WHERE key_id = ?', keyId) >= this.#maxPerKey;
  }

  /**
   * Stores a used nonce.
   *
   * @param at time in the request, in milliseconds since the Unix epoch
   */
  add(keyId: string, nonce: string, at: number): void {
    this.#sql.run('INSERT INTO nonce VALUES (?, ?, ?)', keyId, nonce, at);
  }

  /** Removes nonces that are too old for any permitted clock skew, and raises the floor. */
  sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = now;
    const before = now - RETENTION_MS;
    const newest = this.#sql.get<{ at: number | null }>('SELECT max(at) AS at FROM nonce WHERE at < ?', before)?.at;
    if (newest === null || newest === undefined) return;
    const floor = Math.max(this.#floor, newest);
    this.#database.transaction(() => {
      this.#sql.run('DELETE FROM nonce WHERE at < ?', before);
      this.#sql.run('INSERT OR REPLACE INTO nonce_floor VALUES (1, ?)', floor);
    })();
    this.#floor = floor;
  }
}
