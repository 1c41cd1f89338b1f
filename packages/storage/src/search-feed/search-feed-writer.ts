import { sql } from 'drizzle-orm';
import { build, defineQuery, getExcludedValue, names, type Parameters, rows } from '../library/query.js';
import { changeJournal, documents, searchFeed, searchJobs } from '../schema.js';
import {
  type FeedDifferences,
  type FeedRequest,
  type FeedState,
  isFedChange,
  SearchFeedReader,
} from './search-feed-reader.js';

/** Note that the index refused. */
export interface FeedRejection {
  readonly documentId: string;
  readonly seq: number;
  readonly message: string;
  /** Time of the next attempt, in milliseconds since the Unix epoch; null when there is none. */
  readonly dueAt: number | null;
}

/** Result of queueing changes of the journal. */
export interface QueuedChanges {
  /** True when notebooks were created, changed or deleted. */
  readonly notebooks: boolean;
  /** False when the journal has further changes. */
  readonly complete: boolean;
}

const NO_DIFFERENCES: FeedDifferences = { missing: 0, stale: 0, orphaned: 0, repaired: 0 };

const insertState = defineQuery(({ replicaId, seq }: Parameters<{ replicaId: string; seq: number }>) =>
  build.insert(searchFeed).values({ pk: 1, replicaId, fedSeq: 0, journalSeq: seq, ...NO_DIFFERENCES }),
);
const deleteState = defineQuery(() => build.delete(searchFeed));
const deleteJobs = defineQuery(() => build.delete(searchJobs));
const updateState = defineQuery((state: Parameters<FeedState>) => {
  const { replicaId, indexId, fedSeq, journalSeq, lastSyncAt, lastIndexAt, lastReconciliationAt } = state;
  const { missing, stale, orphaned, repaired, lastError, request } = state;
  const times = { lastSyncAt, lastIndexAt, lastReconciliationAt };
  const differences = { missing, stale, orphaned, repaired };
  return build
    .update(searchFeed)
    .set({ replicaId, indexId, fedSeq, journalSeq, ...times, ...differences, lastError, request });
});

const { documentId, seq: jobSeq, attempts, failed, queuedAt, dueAt, lastError } = searchJobs;
const jobColumns = names(documentId, jobSeq, queuedAt, dueAt);
const insertChanged = defineQuery(({ from, to, at }: Parameters<{ from: number; to: number; at: number }>) => {
  const isOpen = sql`${failed} = 0 AND ${attempts} = 0`;
  return sql`INSERT INTO ${searchJobs} (${jobColumns})
    SELECT ${changeJournal.entityId}, max(${changeJournal.seq}), ${at}, ${at} FROM ${changeJournal}
    WHERE ${isFedChange(from)} AND ${changeJournal.seq} <= ${to} GROUP BY ${changeJournal.entityId}
    ON CONFLICT (${names(documentId)}) DO UPDATE SET ${names(jobSeq)} = ${getExcludedValue(jobSeq)},
      ${names(queuedAt)} = iif(${isOpen}, ${queuedAt}, ${getExcludedValue(queuedAt)}),
      ${names(dueAt)} = ${getExcludedValue(dueAt)}, ${names(attempts)} = 0, ${names(failed)} = 0, ${names(lastError)} = NULL`;
});
const selectNotebookChange = defineQuery(({ from, to }: Parameters<{ from: number; to: number }>) =>
  rows(
    { found: sql<number>`1` },
    (list) => sql`SELECT ${list} FROM ${changeJournal} WHERE ${changeJournal.seq} > ${from}
      AND ${changeJournal.seq} <= ${to} AND ${changeJournal.entity} = 'notebook' LIMIT 1`,
  ),
);
/** Queues active notes at the beginning of the journal, so that they precede all changes. */
const insertNotes = defineQuery(
  ({ from, to, excluded, at }: Parameters<{ from: number; to: number; excluded: string; at: number }>) =>
    sql`INSERT INTO ${searchJobs} (${jobColumns})
      SELECT ${documents.id}, 0, ${at}, ${at} FROM ${documents}
      WHERE ${documents.pk} > ${from} AND ${documents.pk} <= ${to} AND ${documents.deletedAt} IS NULL
        AND ${documents.notebookPk} NOT IN (SELECT value FROM json_each(${excluded}))
      ON CONFLICT (${names(documentId)}) DO NOTHING`,
);
const insertRepairs = defineQuery(
  ({ ids, at }: Parameters<{ ids: string; at: number }>) =>
    sql`INSERT INTO ${searchJobs} (${jobColumns}) SELECT value, 0, ${at}, ${at} FROM json_each(${ids}) WHERE true
      ON CONFLICT (${names(documentId)}) DO NOTHING`,
);
const isListed = (list: Parameters<{ list: string }>['list']) =>
  sql`(${documentId}, ${jobSeq}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${list}))`;
const deleteListed = defineQuery(({ list }: Parameters<{ list: string }>) =>
  build.delete(searchJobs).where(isListed(list)),
);
type Refusal = { id: string; seq: number; message: string; dueAt: number; failed: boolean };
const recordRefusal = defineQuery((refusal: Parameters<Refusal>) =>
  build
    .update(searchJobs)
    .set({
      attempts: sql`${attempts} + 1`,
      dueAt: refusal.dueAt,
      failed: refusal.failed,
      lastError: refusal.message,
    })
    .where(sql`${documentId} = ${refusal.id} AND ${jobSeq} = ${refusal.seq}`),
);
const resetFailed = defineQuery(({ at }: Parameters<{ at: number }>) =>
  build.update(searchJobs).set({ failed: false, attempts: 0, queuedAt: at, dueAt: at }).where(sql`${failed} = 1`),
);

/**
 * Writes the feed of the search sidecar. Nothing of it enters the change journal, so that the change counter stays
 * unchanged.
 */
export class SearchFeedWriter extends SearchFeedReader {
  /** Begins a feed of the index of a replica at a sequence number of the journal, unless there is a feed. */
  begin(replicaId: string, seq: number): void {
    if (this.state() === undefined) this.sql.run(insertState, { replicaId, seq });
  }

  /** Removes the state and all jobs. */
  clear(): void {
    this.sql.run(deleteJobs);
    this.sql.run(deleteState);
  }

  /** Changes fields of the state; does nothing without a feed. */
  update(change: Partial<FeedState>): void {
    const state = this.state();
    if (state !== undefined) this.sql.run(updateState, { ...state, ...change });
  }

  /**
   * Stores a request for the process that runs the feed. A waiting rebuild, which includes a comparison, stays. Returns
   * false when there is no feed.
   */
  request(request: FeedRequest): boolean {
    const state = this.state();
    if (state?.request !== 'rebuild') this.update({ request });
    return state !== undefined;
  }

  /**
   * Queues a job for each note that was changed up to the sequence number `last`, for at most `limit` numbers, and
   * advances the stored position. A queued job gets the number of the latest change and all attempts again.
   */
  queueChanges({
    last,
    limit,
    at,
  }: {
    readonly last: number;
    readonly limit: number;
    readonly at: number;
  }): QueuedChanges {
    const from = this.state()?.journalSeq ?? last;
    const to = Math.min(last, from + limit);
    if (to <= from) return { notebooks: false, complete: true };
    this.sql.run(insertChanged, { from, to, at });
    this.update({ journalSeq: to });
    const notebooks = this.sql.get(selectNotebookChange, { from, to }) !== undefined;
    return { notebooks, complete: to === last };
  }

  /**
   * Queues the active notes of a range of keys, above `from` and up to `to`, outside of some notebooks. Notes with a
   * job keep it.
   */
  queueNotes(
    range: { readonly from: number; readonly to: number; readonly excluded: readonly number[] },
    at: number,
  ): void {
    this.sql.run(insertNotes, { ...range, excluded: JSON.stringify(range.excluded), at });
  }

  /** Queues notes whose records differ from the library. Notes with a job keep it. */
  queueRepairs(ids: readonly string[], at: number): void {
    this.sql.run(insertRepairs, { ids: JSON.stringify(ids), at });
  }

  /** Removes jobs that were carried out. A job whose note changed meanwhile stays. */
  complete(jobs: readonly { readonly documentId: string; readonly seq: number }[]): void {
    const list = jobs.map(({ documentId: id, seq }) => [id, seq]);
    this.sql.run(deleteListed, { list: JSON.stringify(list) });
  }

  /** Records a refused record. A job whose note changed meanwhile stays unchanged. */
  reject({ documentId: id, seq, message, dueAt: next }: FeedRejection): void {
    this.sql.run(recordRefusal, { id, seq, message, dueAt: next ?? 0, failed: next === null });
  }

  /** Gives failed jobs all attempts again. */
  retryFailed(at: number): void {
    this.sql.run(resetFailed, { at });
  }
}
