import type { Connection } from '../connection.js';
import type { Statements } from '../statements.js';

/** How long a nonce is remembered: twice what the clock of a peer may be off. */
const MEMORY_MS = 120_000;
/** How often the old ones are dropped. */
const SWEEP_MS = 10_000;

/**
 * Requests that were spent, durably: who kills the process opens no window for them. Beyond what is remembered there is
 * a floor, the time of the newest that was dropped, under which nothing is taken for new; it outlives a clock that is set
 * back.
 */
export class SpentNonces {
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #mostPerKey: number;
  #floor: number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(database: Connection, sql: Statements, mostPerKey: number) {
    this.#database = database;
    this.#sql = sql;
    this.#mostPerKey = mostPerKey;
    this.#floor = sql.get<{ at: number }>('SELECT at FROM nonce_floor')?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Milliseconds since 1970; −Infinity while none was dropped. */
  floor(): number {
    return this.#floor;
  }

  has(keyId: string, nonce: string): boolean {
    return this.#sql.get('SELECT 1 FROM nonce WHERE key_id = ? AND nonce = ?', keyId, nonce) !== undefined;
  }

  isFull(keyId: string): boolean {
    return this.#sql.count('SELECT count(*) FROM nonce WHERE key_id = ?', keyId) >= this.#mostPerKey;
  }

  /** @param at the time the request named, in milliseconds since 1970 */
  add(keyId: string, nonce: string, at: number): void {
    this.#sql.run('INSERT INTO nonce VALUES (?, ?, ?)', keyId, nonce, at);
  }

  /** Drops what no clock near this one takes any more. */
  sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = now;
    const before = now - MEMORY_MS;
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
