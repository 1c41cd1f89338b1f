import { eq, sql } from 'drizzle-orm';
import { meta, revisions } from '../schema.js';
import type { Handle } from './handle.js';
import { build, defineQuery, getExcludedValue, type Parameters } from './query.js';
import { Statements } from './statements.js';

/** Keys of facts about the library itself. */
export type MetaKey =
  | 'database_id'
  | 'replica_id'
  | 'cursor_key'
  | 'help_digest'
  | 'scrub_owed'
  | 'clock'
  /** Last exports to archives, with the state of the library that each contains. */
  | 'archives'
  /** Last successful restore of an archive for a test. */
  | 'archive_drill'
  /** Program version that last migrated the schema. */
  | 'program_version'
  | 'sync_met'
  | 'sync_begun'
  | 'sync_former'
  /** Operations that the replica must have before it publishes any, and whether it had them. */
  | 'sync_awaited'
  /** Replica whose operations include all contents, with the time at which they did. */
  | 'sync_captured'
  /** Digest of the library for other replicas, with the state that it includes. */
  | 'sync_digest'
  | typeof TAGS_RENAMED;

/** Key of the newest revision of the library when a tag was last renamed or merged. */
export const TAGS_RENAMED = 'tags_renamed';

/**
 * Records, in the write that deletes a text, that its remains must be scrubbed. The value is random, so each request
 * differs from earlier ones.
 */
export const requestScrub = defineQuery(() =>
  build
    .insert(meta)
    .values({ key: 'scrub_owed', value: sql`lower(hex(randomblob(8)))` })
    .onConflictDoUpdate({ target: meta.key, set: { value: getExcludedValue(meta.value) } }),
);
/** Records that a tag was renamed or merged after the newest revision. */
export const recordTagRename = defineQuery(() =>
  build
    .insert(meta)
    .values({
      key: TAGS_RENAMED,
      value: sql`(SELECT CAST(coalesce(max(${revisions.pk}), 0) AS TEXT) FROM ${revisions})`,
    })
    .onConflictDoUpdate({ target: meta.key, set: { value: getExcludedValue(meta.value) } }),
);
/** Selects the value of a key. */
export const selectMeta = defineQuery(({ key }: Parameters<{ key: MetaKey }>) =>
  build.select({ value: meta.value }).from(meta).where(eq(meta.key, key)),
);
/** Stores the value of a key unless it has one. */
export const insertMeta = defineQuery(({ key, value }: Parameters<{ key: MetaKey; value: string }>) =>
  build.insert(meta).values({ key, value }).onConflictDoNothing(),
);
/** Deletes a key. */
export const deleteMeta = defineQuery(({ key }: Parameters<{ key: MetaKey }>) =>
  build.delete(meta).where(eq(meta.key, key)),
);
const keepMeta = defineQuery(({ key, value }: Parameters<{ key: MetaKey; value: string }>) =>
  build
    .insert(meta)
    .values({ key, value })
    .onConflictDoUpdate({ target: meta.key, set: { value: getExcludedValue(meta.value) } }),
);

export class MetaReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  get(key: MetaKey): string | undefined {
    return this.sql.value(selectMeta, { key });
  }

  /** Returns a value that was stored as JSON and can be computed again; undefined also when it is damaged. */
  getRecord<Value>(key: MetaKey): Value | undefined {
    try {
      return JSON.parse(this.get(key) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  }
}

export class MetaWriter extends MetaReader {
  set(key: MetaKey, value: string): void {
    this.sql.run(keepMeta, { key, value });
  }

  remove(key: MetaKey): void {
    this.sql.run(deleteMeta, { key });
  }
}
