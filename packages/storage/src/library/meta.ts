import { eq } from 'drizzle-orm';
import { meta } from '../schema.js';
import { type Handle, Statements } from './statements.js';

/** Keys of facts about the library itself. */
export type MetaKey =
  | 'database_id'
  | 'replica_id'
  | 'cursor_key'
  | 'help_digest'
  | 'scrub_owed'
  | 'clock'
  /** Program version that last migrated the schema. */
  | 'program_version'
  | 'sync_met'
  | 'sync_begun'
  | 'sync_former';

/**
 * Records, in the write that deletes a text, that its remains must be scrubbed. The value is random, so each request
 * differs from earlier ones.
 */
export const REQUEST_SCRUB = `INSERT OR REPLACE INTO meta (key, value) VALUES ('scrub_owed', lower(hex(randomblob(8))))`;

export class MetaReader {
  protected readonly handle: Handle;
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.#sql = new Statements(handle.raw);
  }

  get(key: MetaKey): string | undefined {
    return this.#sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  }
}

export class MetaWriter extends MetaReader {
  set(key: MetaKey, value: string): void {
    this.handle.orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
  }

  remove(key: MetaKey): void {
    this.handle.orm.delete(meta).where(eq(meta.key, key)).run();
  }
}
