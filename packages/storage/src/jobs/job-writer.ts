import { HELD, type JobEnd, type JobError, type JobHold, type JobProgress, JobReader } from './jobs.js';

/** Maximum number of ended jobs kept per kind. */
export const MAX_ENDED_JOBS = 1_000;

const ENDED = "kind = @kind AND state NOT IN ('queued', 'running')";
const UNSTARTED = "state = 'queued', owner = NULL, started_at = NULL, heartbeat_at = NULL";
const PROGRESS = 'phase = @phase, processed = @processed, total = @total, summary = @summary';
const progressColumns = ({ phase, processed, total, summary }: JobProgress) => ({
  ...{ phase, processed, total },
  summary: JSON.stringify(summary),
});

const RETURNING_CANCEL = 'RETURNING cancel_requested AS cancelRequested';
const toHeartbeat = (row: { cancelRequested: number } | undefined) =>
  row && { cancelRequested: row.cancelRequested === 1 };

/**
 * Writes jobs. A method with a {@link JobHold} writes nothing when the job is no longer held, and returns false or
 * undefined.
 */
export class JobWriter extends JobReader {
  /** Adds a queued job, and deletes the oldest ended jobs of its kind beyond {@link MAX_ENDED_JOBS}. */
  insert(job: { readonly id: string; readonly kind: string; readonly parameters: unknown }, at: number): void {
    this.sql.run(
      `INSERT INTO jobs (id, kind, state, phase, processed, summary, parameters, created_at)
       VALUES (@id, @kind, 'queued', 'waiting', 0, '{}', @parameters, @at)`,
      { id: job.id, kind: job.kind, parameters: JSON.stringify(job.parameters), at },
    );
    this.handle.journal('job', job.id, 'create');
    this.#deleteOldest(job.kind);
  }

  /** Starts a queued job. Returns false when the job is not queued. */
  claim(hold: JobHold, at: number): boolean {
    return this.#update(
      `UPDATE jobs SET state = 'running', owner = @owner, started_at = @at, heartbeat_at = @at
       WHERE id = @id AND state = 'queued'`,
      { ...hold, at },
    );
  }

  /**
   * Records a heartbeat.
   *
   * @returns true in `cancelRequested` when the job should stop; undefined when the job is no longer held
   */
  recordHeartbeat(hold: JobHold, at: number): { readonly cancelRequested: boolean } | undefined {
    return toHeartbeat(
      this.sql.get(`UPDATE jobs SET heartbeat_at = @at WHERE ${HELD} ${RETURNING_CANCEL}`, { ...hold, at }),
    );
  }

  /**
   * Records a heartbeat and the progress; keeps the checkpoint when none is given. Returns the same as {@link recordHeartbeat}.
   */
  save(hold: JobHold, { checkpoint, ...progress }: JobProgress & { readonly checkpoint?: unknown }, at: number) {
    const stored = checkpoint === undefined ? null : JSON.stringify(checkpoint);
    const values = { ...hold, ...progressColumns(progress), checkpoint: stored, at };
    return toHeartbeat(
      this.sql.get(
        `UPDATE jobs SET heartbeat_at = @at, ${PROGRESS}, checkpoint = coalesce(@checkpoint, checkpoint)
         WHERE ${HELD} ${RETURNING_CANCEL}`,
        values,
      ),
    );
  }

  /** Ends a job; keeps the saved progress unless a final one is given. */
  finish(hold: JobHold, end: { state: JobEnd; progress?: JobProgress; error?: JobError }, at: number): boolean {
    const { state, progress, error } = end;
    const ended = `state = @state, owner = NULL, error_code = @code, error_message = @message, finished_at = @at`;
    const values = { ...hold, state, code: error?.code ?? null, message: error?.message ?? null, at };
    return progress === undefined
      ? this.#update(`UPDATE jobs SET ${ended} WHERE ${HELD}`, values)
      : this.#update(`UPDATE jobs SET ${ended}, ${PROGRESS} WHERE ${HELD}`, {
          ...values,
          ...progressColumns(progress),
        });
  }

  /** Returns an unfinished job to the queue, to be resumed from its checkpoint. */
  release(hold: JobHold): boolean {
    return this.#update(`UPDATE jobs SET ${UNSTARTED} WHERE ${HELD}`, { ...hold });
  }

  /** Cancels a queued job, requests a running job to stop, and leaves an ended job unchanged. */
  requestCancel(id: string, at: number): void {
    this.#update(
      `UPDATE jobs SET cancel_requested = 1,
         finished_at = iif(state = 'queued', @at, NULL), state = iif(state = 'queued', 'cancelled', state)
       WHERE id = @id AND (state = 'queued' OR state = 'running' AND NOT cancel_requested)`,
      { id, at },
    );
  }

  /** Returns an ended or silent job to the queue. A process that still runs it loses its hold. */
  requeue(id: string, { fromStart }: { readonly fromStart: boolean }): void {
    const forget = ", phase = 'waiting', processed = 0, total = NULL, summary = '{}', checkpoint = NULL";
    this.#update(
      `UPDATE jobs SET ${UNSTARTED}, cancel_requested = 0, error_code = NULL, error_message = NULL, finished_at = NULL
       ${fromStart ? forget : ''} WHERE id = @id`,
      { id },
    );
  }

  /** Changes the parameters of a job that is not running. */
  setParameters(id: string, parameters: unknown): void {
    this.#update("UPDATE jobs SET parameters = @parameters WHERE id = @id AND state <> 'running'", {
      id,
      parameters: JSON.stringify(parameters),
    });
  }

  /** Marks a running job as interrupted at its last heartbeat, unless a newer heartbeat arrived. */
  interrupt(id: string, heartbeatAt: number): boolean {
    return this.#update(
      `UPDATE jobs SET state = 'interrupted', owner = NULL, finished_at = heartbeat_at
       WHERE id = @id AND state = 'running' AND heartbeat_at = @heartbeatAt`,
      { id, heartbeatAt },
    );
  }

  #deleteOldest(kind: string): void {
    const forgotten = this.sql.all<{ id: string }>(
      `DELETE FROM jobs WHERE ${ENDED} AND pk <
         (SELECT pk FROM jobs WHERE ${ENDED} ORDER BY pk DESC LIMIT 1 OFFSET @kept - 1) RETURNING id`,
      { kind, kept: MAX_ENDED_JOBS },
    );
    for (const { id } of forgotten) this.handle.journal('job', id, 'delete');
  }

  #update(sql: string, values: { readonly id: string; readonly [column: string]: unknown }): boolean {
    const changed = this.sql.run(sql, values).changes === 1;
    if (changed) this.handle.journal('job', values.id, 'update');
    return changed;
  }
}
