import { and, eq, ne, sql } from 'drizzle-orm';
import { build, defineQuery, type Parameters, type Query, rows } from '../library/query.js';
import { jobs } from '../schema.js';
import { isHeld, type JobEnd, type JobError, type JobHold, type JobProgress, JobReader } from './jobs.js';

/** Maximum number of ended jobs kept per kind. */
export const MAX_ENDED_JOBS = 1_000;

/** Stored form of {@link JobProgress}. */
type StoredProgress = Pick<typeof jobs.$inferSelect, 'phase' | 'processed' | 'total' | 'summary'>;
type StoredEnd = { state: JobEnd; errorCode: string | null; errorMessage: string | null; at: number };

const toStored = ({ phase, processed, total, summary }: JobProgress): StoredProgress => ({
  ...{ phase, processed, total },
  summary: JSON.stringify(summary),
});

const unstarted = { state: 'queued', owner: null, startedAt: null, heartbeatAt: null };
const unprocessed = { phase: 'waiting', processed: 0, total: null, summary: '{}', checkpoint: null };
const cancelColumns = { cancelRequested: jobs.cancelRequested };

const insertJob = defineQuery(
  ({
    id,
    kind,
    parameters,
    createdAt,
  }: Parameters<{ id: string; kind: string; parameters: string; createdAt: number }>) =>
    build
      .insert(jobs)
      .values({ ...unstarted, ...unprocessed, id, kind, parameters, cancelRequested: false, createdAt }),
);
const startJob = defineQuery(({ id, owner, at }: Parameters<JobHold & { at: number }>) =>
  build
    .update(jobs)
    .set({ state: 'running', owner, startedAt: at, heartbeatAt: at })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued'))),
);
const updateHeartbeat = defineQuery(({ id, owner, at }: Parameters<JobHold & { at: number }>) =>
  build.update(jobs).set({ heartbeatAt: at }).where(isHeld({ id, owner })).returning(cancelColumns),
);
const updateProgress = defineQuery(
  (job: Parameters<JobHold & StoredProgress & { checkpoint: string | null; at: number }>) => {
    const { id, owner, phase, processed, total, summary, checkpoint, at } = job;
    const progress = { phase, processed, total, summary };
    return build
      .update(jobs)
      .set({ heartbeatAt: at, ...progress, checkpoint: sql`coalesce(${checkpoint}, ${jobs.checkpoint})` })
      .where(isHeld({ id, owner }))
      .returning(cancelColumns);
  },
);
const endJob = defineQuery(({ id, owner, state, errorCode, errorMessage, at }: Parameters<JobHold & StoredEnd>) =>
  build.update(jobs).set({ state, owner: null, errorCode, errorMessage, finishedAt: at }).where(isHeld({ id, owner })),
);
const endJobWithProgress = defineQuery((job: Parameters<JobHold & StoredEnd & StoredProgress>) => {
  const { id, owner, state, errorCode, errorMessage, at, phase, processed, total, summary } = job;
  const progress = { phase, processed, total, summary };
  return build
    .update(jobs)
    .set({ state, owner: null, errorCode, errorMessage, finishedAt: at, ...progress })
    .where(isHeld({ id, owner }));
});
const releaseJob = defineQuery(({ id, owner }: Parameters<JobHold>) =>
  build.update(jobs).set(unstarted).where(isHeld({ id, owner })),
);
const cancelJob = defineQuery(({ id, at }: Parameters<{ id: string; at: number }>) =>
  build
    .update(jobs)
    .set({
      cancelRequested: true,
      finishedAt: sql`iif(${jobs.state} = 'queued', ${at}, NULL)`,
      state: sql`iif(${jobs.state} = 'queued', 'cancelled', ${jobs.state})`,
    })
    .where(
      sql`${jobs.id} = ${id}
        AND (${jobs.state} = 'queued' OR ${jobs.state} = 'running' AND NOT ${jobs.cancelRequested})`,
    ),
);
const requeued = { ...unstarted, cancelRequested: false, errorCode: null, errorMessage: null, finishedAt: null };
const requeueJob = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.update(jobs).set(requeued).where(eq(jobs.id, id)),
);
const restartJob = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .update(jobs)
    .set({ ...requeued, ...unprocessed })
    .where(eq(jobs.id, id)),
);
const updateParameters = defineQuery(({ id, parameters }: Parameters<{ id: string; parameters: string }>) =>
  build
    .update(jobs)
    .set({ parameters })
    .where(and(eq(jobs.id, id), ne(jobs.state, 'running'))),
);
const interruptJob = defineQuery(({ id, heartbeatAt }: Parameters<{ id: string; heartbeatAt: number }>) =>
  build
    .update(jobs)
    .set({ state: 'interrupted', owner: null, finishedAt: sql`${jobs.heartbeatAt}` })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running'), eq(jobs.heartbeatAt, heartbeatAt))),
);
/** Deletes the ended jobs of a kind except the newest `kept`. */
const deleteOldest = defineQuery(({ kind, kept }: Parameters<{ kind: string; kept: number }>) => {
  const isEnded = sql`${jobs.kind} = ${kind} AND ${jobs.state} NOT IN ('queued', 'running')`;
  return rows(
    { id: jobs.id },
    (list) => sql`DELETE FROM ${jobs} WHERE ${isEnded} AND ${jobs.pk} <
      (SELECT ${jobs.pk} FROM ${jobs} WHERE ${isEnded} ORDER BY ${jobs.pk} DESC LIMIT 1 OFFSET ${kept} - 1)
      RETURNING ${list}`,
  );
});

/**
 * Writes jobs. A method with a {@link JobHold} writes nothing when the job is no longer held, and returns false or
 * undefined.
 */
export class JobWriter extends JobReader {
  /** Adds a queued job, and deletes the oldest ended jobs of its kind beyond {@link MAX_ENDED_JOBS}. */
  insert(job: { readonly id: string; readonly kind: string; readonly parameters: unknown }, at: number): void {
    const { id, kind, parameters } = job;
    this.sql.run(insertJob, { id, kind, parameters: JSON.stringify(parameters), createdAt: at });
    this.handle.journal('job', id, 'create');
    this.#deleteOldest(kind);
  }

  /** Starts a queued job. Returns false when the job is not queued. */
  claim({ id, owner }: JobHold, at: number): boolean {
    return this.#update(startJob, { id, owner, at });
  }

  /**
   * Records a heartbeat.
   *
   * @returns true in `cancelRequested` when the job should stop; undefined when the job is no longer held
   */
  recordHeartbeat({ id, owner }: JobHold, at: number): { readonly cancelRequested: boolean } | undefined {
    return this.sql.get(updateHeartbeat, { id, owner, at });
  }

  /**
   * Records a heartbeat and the progress; keeps the checkpoint when none is given. Returns the same as {@link recordHeartbeat}.
   */
  save(
    { id, owner }: JobHold,
    { checkpoint, ...progress }: JobProgress & { readonly checkpoint?: unknown },
    at: number,
  ): { readonly cancelRequested: boolean } | undefined {
    const stored = checkpoint === undefined ? null : JSON.stringify(checkpoint);
    return this.sql.get(updateProgress, { id, owner, ...toStored(progress), checkpoint: stored, at });
  }

  /** Ends a job; keeps the saved progress unless a final one is given. */
  finish(hold: JobHold, end: { state: JobEnd; progress?: JobProgress; error?: JobError }, at: number): boolean {
    const { state, progress, error } = end;
    const values = { ...hold, state, errorCode: error?.code ?? null, errorMessage: error?.message ?? null, at };
    return progress === undefined
      ? this.#update(endJob, values)
      : this.#update(endJobWithProgress, { ...values, ...toStored(progress) });
  }

  /** Returns an unfinished job to the queue, to be resumed from its checkpoint. */
  release({ id, owner }: JobHold): boolean {
    return this.#update(releaseJob, { id, owner });
  }

  /** Cancels a queued job, requests a running job to stop, and leaves an ended job unchanged. */
  requestCancel(id: string, at: number): void {
    this.#update(cancelJob, { id, at });
  }

  /** Returns an ended or silent job to the queue. A process that still runs it loses its hold. */
  requeue(id: string, { fromStart }: { readonly fromStart: boolean }): void {
    this.#update(fromStart ? restartJob : requeueJob, { id });
  }

  /** Changes the parameters of a job that is not running. */
  setParameters(id: string, parameters: unknown): void {
    this.#update(updateParameters, { id, parameters: JSON.stringify(parameters) });
  }

  /** Marks a running job as interrupted at its last heartbeat, unless a newer heartbeat arrived. */
  interrupt(id: string, heartbeatAt: number): boolean {
    return this.#update(interruptJob, { id, heartbeatAt });
  }

  #deleteOldest(kind: string): void {
    const deleted = this.sql.all(deleteOldest, { kind, kept: MAX_ENDED_JOBS });
    for (const { id } of deleted) this.handle.journal('job', id, 'delete');
  }

  #update<Values extends { readonly id: string }>(query: Query<never, Values>, values: Values): boolean {
    const changed = this.sql.run(query as Query<never, { readonly id: string }>, values).changes === 1;
    if (changed) this.handle.journal('job', values.id, 'update');
    return changed;
  }
}
