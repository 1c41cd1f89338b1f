import { count, eq, max, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { ChangeKind, Handle } from '../library/handle.js';
import { build, defineQuery, literal, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { changeJournal, documents, revisions, searchFeed, searchJobs } from '../schema.js';

/** Task of the feed that a person requested. `rebuild` deletes the index first. */
export type FeedRequest = 'reconcile' | 'rebuild';

/** Numbers of notes that differ between library and index after a reconciliation, and of those that it repaired. */
export interface FeedDifferences {
  readonly missing: number;
  readonly stale: number;
  readonly orphaned: number;
  readonly repaired: number;
}

/** State of the feed. Times are in milliseconds since the Unix epoch; null: not yet. */
export interface FeedState extends FeedDifferences {
  /** Id of the replica whose index is fed. */
  readonly replicaId: string;
  readonly indexId: string | null;
  /** Sequence number of the journal up to which the index has all changes. */
  readonly fedSeq: number;
  /** Sequence number of the journal up to which jobs were queued. */
  readonly journalSeq: number;
  /** Time when no job was left last. */
  readonly lastSyncAt: number | null;
  /** Time of the last batch that the index took. */
  readonly lastIndexAt: number | null;
  readonly lastReconciliationAt: number | null;
  readonly lastError: string | null;
  readonly request: FeedRequest | null;
}

/** Numbers of jobs: not tried yet, waiting for another attempt, and given up. */
export interface FeedJobCounts {
  readonly pending: number;
  readonly retrying: number;
  readonly failed: number;
}

/** Job that can be carried out now. */
export interface DueFeedJob {
  readonly documentId: string;
  readonly seq: number;
  readonly attempts: number;
  /** Size of the text; 0 when the note no longer exists. */
  readonly sizeBytes: number;
}

/** Note with its current revision, as an index is compared with it. */
export interface FeedNote {
  readonly pk: number;
  readonly id: string;
  readonly version: string;
  readonly notebookPk: number;
  readonly active: boolean;
}

export interface FeedNoteWithText extends FeedNote {
  readonly title: string;
  readonly body: string;
}

/** Note that the index does not have in its current version. */
export interface BacklogEntry {
  readonly documentId: string;
  readonly failed: boolean;
}

/** Kinds of changes after which the index may need another record of a note, or none. */
const FED_KINDS: readonly ChangeKind[] = ['create', 'update', 'move', 'trash', 'restore', 'purge'];
/** Maximum number of changes of which the notes are listed. */
const MAX_LISTED_CHANGES = 10_000;

const d = alias(documents, 'd');
const r = alias(revisions, 'r');
const s = alias(searchJobs, 's');

/** Condition for changes of notes after `from` that the index may need. */
export const isFedChange = (from: SQL): SQL => {
  const kinds = sql.join(FED_KINDS.map(literal), sql.raw(', '));
  return sql`${changeJournal.seq} > ${from} AND ${changeJournal.entity} = 'document' AND ${changeJournal.kind} IN (${kinds})`;
};

const selectState = defineQuery(() => build.select().from(searchFeed));
const selectCounts = defineQuery(() =>
  rows(
    {
      pending: sql<number>`(SELECT count(*) FROM ${searchJobs} WHERE ${searchJobs.failed} = 0 AND ${searchJobs.attempts} = 0)`,
      retrying: sql<number>`(SELECT count(*) FROM ${searchJobs} WHERE ${searchJobs.failed} = 0 AND ${searchJobs.attempts} > 0)`,
      failed: sql<number>`(SELECT count(*) FROM ${searchJobs} WHERE ${searchJobs.failed} = 1)`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);
const selectOldest = defineQuery(() =>
  rows(
    { at: searchJobs.queuedAt },
    (list) => sql`SELECT ${list} FROM ${searchJobs} WHERE ${searchJobs.failed} = 0 AND ${searchJobs.attempts} = 0
      ORDER BY ${searchJobs.seq} LIMIT 1`,
  ),
);
const selectNextRetry = defineQuery(() =>
  build
    .select({ at: min(searchJobs.dueAt) })
    .from(searchJobs)
    .where(sql`${searchJobs.failed} = 0 AND ${searchJobs.attempts} > 0`),
);
const selectError = defineQuery(() =>
  rows(
    { message: searchJobs.lastError },
    (list) => sql`SELECT ${list} FROM ${searchJobs} WHERE ${searchJobs.failed} = 1 LIMIT 1`,
  ),
);
const selectChangedIds = defineQuery(({ from }: Parameters<{ from: number }>) =>
  rows(
    { id: changeJournal.entityId },
    (list) => sql`SELECT DISTINCT ${list} FROM ${changeJournal}
      WHERE ${isFedChange(from)} AND ${changeJournal.seq} <= ${from} + ${literal(MAX_LISTED_CHANGES)}`,
  ),
);
const dueColumns = {
  documentId: s.documentId,
  seq: s.seq,
  attempts: s.attempts,
  sizeBytes: sql<number>`coalesce(${d.sizeBytes}, 0)`,
};
const joinDocument = sql`LEFT JOIN ${documents} ${d} ON ${d.id} = ${s.documentId}`;
const selectPending = defineQuery(({ limit }: Parameters<{ limit: number }>) =>
  rows(
    dueColumns,
    (list) => sql`SELECT ${list} FROM ${searchJobs} ${s} ${joinDocument}
      WHERE ${s.failed} = 0 AND ${s.attempts} = 0 ORDER BY ${s.seq} LIMIT ${limit}`,
  ),
);
const selectRetries = defineQuery(({ at, latest, limit }: Parameters<{ at: number; latest: number; limit: number }>) =>
  rows(
    dueColumns,
    (list) => sql`SELECT ${list} FROM ${searchJobs} ${s} ${joinDocument}
      WHERE ${s.failed} = 0 AND ${s.attempts} > 0 AND (${s.dueAt} <= ${at} OR ${s.dueAt} > ${latest}) LIMIT ${limit}`,
  ),
);
const selectFirstPending = defineQuery(({ except }: Parameters<{ except: string }>) =>
  rows(
    { seq: searchJobs.seq },
    (list) => sql`SELECT ${list} FROM ${searchJobs}
      WHERE ${searchJobs.failed} = 0 AND ${searchJobs.attempts} = 0
        AND ${searchJobs.documentId} NOT IN (SELECT value FROM json_each(${except}))
      ORDER BY ${searchJobs.seq} LIMIT 1`,
  ),
);
const noteColumns = {
  pk: d.pk,
  id: d.id,
  version: r.id,
  notebookPk: d.notebookPk,
  active: sql`${d.deletedAt} IS NULL`.mapWith(Boolean),
};
const joinRevision = sql`JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}`;
const selectNotesAfter = defineQuery(({ pk, limit }: Parameters<{ pk: number; limit: number }>) =>
  rows(
    noteColumns,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} ${joinRevision}
      WHERE ${d.pk} > ${pk} ORDER BY ${d.pk} LIMIT ${limit}`,
  ),
);
const selectNotesByIds = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    noteColumns,
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value
      ${joinRevision}`,
  ),
);
const selectTextsByIds = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    { ...noteColumns, title: d.title, body: r.body },
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value
      ${joinRevision}`,
  ),
);
const selectQueued = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    { documentId: s.documentId, failed: s.failed },
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k CROSS JOIN ${searchJobs} ${s} ON ${s.documentId} = k.value`,
  ),
);
const selectIdsOfKeys = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    { id: d.id },
    (list) => sql`SELECT ${list} FROM json_each(${keys}) k CROSS JOIN ${documents} ${d} ON ${d.pk} = k.value`,
  ),
);
const selectLastPk = defineQuery(() => build.select({ pk: max(documents.pk) }).from(documents));
const selectJobs = defineQuery(() =>
  rows(
    { documentId: searchJobs.documentId, failed: searchJobs.failed },
    (list) => sql`SELECT ${list} FROM ${searchJobs} ORDER BY ${searchJobs.documentId}`,
  ),
);
const countPending = defineQuery(() =>
  build.select({ n: count() }).from(searchJobs).where(eq(searchJobs.failed, false)),
);

/** Reads the feed of the search sidecar: its state, its jobs and the notes that it compares with the index. */
export class SearchFeedReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  /** Returns the state; undefined while there is no feed. */
  state(): FeedState | undefined {
    const stored = this.sql.get(selectState);
    if (stored === undefined) return undefined;
    const { pk: _, ...state } = stored;
    return { ...state, request: state.request as FeedRequest | null };
  }

  counts(): FeedJobCounts {
    return this.sql.get(selectCounts) as FeedJobCounts;
  }

  /** True when there are jobs that have not failed. */
  hasWork(): boolean {
    return this.sql.count(countPending) > 0;
  }

  /** Time when the first of the jobs that were not tried yet was queued; null without jobs. */
  oldestPendingAt(): number | null {
    return this.sql.value(selectOldest) ?? null;
  }

  /** Time of the next further attempt; null when there is none. */
  nextRetryAt(): number | null {
    return this.sql.value(selectNextRetry) ?? null;
  }

  /** Reason why one of the failed jobs failed. */
  failure(): string | null {
    return this.sql.value(selectError) ?? null;
  }

  /** Ids of notes that were changed after the sequence number `from`, in at most 10,000 changes. */
  listChangedSince(from: number): string[] {
    return this.sql.all(selectChangedIds, { from }).map(({ id }) => id);
  }

  /**
   * Jobs that can be carried out: due further attempts, then the others in the order of their changes.
   *
   * @param latest time after which no attempt can be due. A later one shows that the clock was set back
   */
  listDue({
    at,
    latest,
    limit,
  }: {
    readonly at: number;
    readonly latest: number;
    readonly limit: number;
  }): DueFeedJob[] {
    const retries = this.sql.all(selectRetries, { at, latest, limit });
    return [...retries, ...this.sql.all(selectPending, { limit: limit - retries.length })];
  }

  /** Sequence number of the first job not tried yet, except those of some notes; null without such jobs. */
  firstPendingSeq(except: readonly string[]): number | null {
    return this.sql.value(selectFirstPending, { except: JSON.stringify(except) }) ?? null;
  }

  /** Notes with a key above `pk`, in the order of their keys. */
  listNotes(pk: number, limit: number): FeedNote[] {
    return this.sql.all(selectNotesAfter, { pk, limit });
  }

  /** Notes by id; unknown ids are skipped. */
  findNotes(ids: readonly string[]): FeedNote[] {
    return this.sql.all(selectNotesByIds, { ids: JSON.stringify(ids) });
  }

  /** Notes with their texts by id; unknown ids are skipped. */
  readNotes(ids: readonly string[]): FeedNoteWithText[] {
    return this.sql.all(selectTextsByIds, { ids: JSON.stringify(ids) });
  }

  /** Largest key of a note; 0 without notes. */
  lastNotePk(): number {
    return this.sql.count(selectLastPk);
  }

  /** Ids of notes by key; unknown keys are skipped. */
  listIds(keys: readonly number[]): string[] {
    return this.sql.all(selectIdsOfKeys, { keys: JSON.stringify(keys) }).map(({ id }) => id);
  }

  /** Jobs of some notes. */
  findJobs(ids: readonly string[]): BacklogEntry[] {
    return this.sql.all(selectQueued, { ids: JSON.stringify(ids) });
  }

  /** All jobs, ordered by the ids of their notes. */
  *listJobs(): Generator<BacklogEntry> {
    yield* this.sql.iterate(selectJobs);
  }
}
