import { HELD, type JobEnd, type JobError, type JobHold, type JobProgress, JobReader } from './jobs.js';

/** Ended jobs that are kept, of each kind. */
export const KEPT_JOBS = 1_000;

const ENDED = "kind = @kind AND state NOT IN ('queued', 'running')";
const UNSTARTED = "state = 'queued', owner = NULL, started_at = NULL, heartbeat_at = NULL";
const PROGRESS = 'phase = @phase, processed = @processed, total = @total, summary = @summary';
const progressColumns = ({ phase, processed, total, summary }: JobProgress) => ({
  ...{ phase, processed, total },
  summary: JSON.stringify(summary),
});

const HEARD = 'RETURNING cancel_requested AS cancelRequested';
const heard = (row: { cancelRequested: number } | undefined) => row && { cancelRequested: row.cancelRequested === 1 };

/** Every method that takes a {@link JobHold} changes nothing, and says so, once the job is out of these hands. */
export class JobWriter extends JobReader {
  /** Records a job that waits to be run, and forgets the oldest ended ones beyond {@link KEPT_JOBS}. */
  insert(job: { readonly id: string; readonly kind: string; readonly parameters: unknown }, at: number): void {
    this.sql.run(
      `INSERT INTO jobs (id, kind, state, phase, processed, summary, parameters, created_at)
       VALUES (@id, @kind, 'queued', 'waiting', 0, '{}', @parameters, @at)`,
      { id: job.id, kind: job.kind, parameters: JSON.stringify(job.parameters), at },
    );
    this.handle.journal('job', job.id, 'create');
    this.#forget(job.kind);
  }

  /** Takes up a queued job; false when it is not queued, or not any more. */
  claim(hold: JobHold, at: number): boolean {
    return this.#changed(
      `UPDATE jobs SET state = 'running', owner = @owner, started_at = @at, heartbeat_at = @at
       WHERE id = @id AND state = 'queued'`,
      { ...hold, at },
    );
  }

  /** A sign of life. Answers whether the job is asked to stop; undefined when it is out of these hands. */
  beat(hold: JobHold, at: number): { readonly cancelRequested: boolean } | undefined {
    return heard(this.sql.get(`UPDATE jobs SET heartbeat_at = @at WHERE ${HELD} ${HEARD}`, { ...hold, at }));
  }

  /** As {@link beat}, with how far the job is; the checkpoint stays when none is given. */
  save(hold: JobHold, { checkpoint, ...progress }: JobProgress & { readonly checkpoint?: unknown }, at: number) {
    const stored = checkpoint === undefined ? null : JSON.stringify(checkpoint);
    const values = { ...hold, ...progressColumns(progress), checkpoint: stored, at };
    return heard(
      this.sql.get(
        `UPDATE jobs SET heartbeat_at = @at, ${PROGRESS}, checkpoint = coalesce(@checkpoint, checkpoint)
         WHERE ${HELD} ${HEARD}`,
        values,
      ),
    );
  }

  /** Ends a job; its progress stays as saved unless a last one is given. */
  finish(hold: JobHold, end: { state: JobEnd; progress?: JobProgress; error?: JobError }, at: number): boolean {
    const { state, progress, error } = end;
    const ended = `state = @state, owner = NULL, error_code = @code, error_message = @message, finished_at = @at`;
    const values = { ...hold, state, code: error?.code ?? null, message: error?.message ?? null, at };
    return progress === undefined
      ? this.#changed(`UPDATE jobs SET ${ended} WHERE ${HELD}`, values)
      : this.#changed(`UPDATE jobs SET ${ended}, ${PROGRESS} WHERE ${HELD}`, {
          ...values,
          ...progressColumns(progress),
        });
  }

  /** Gives a job back unfinished, to be taken up again where it is. */
  release(hold: JobHold): boolean {
    return this.#changed(`UPDATE jobs SET ${UNSTARTED} WHERE ${HELD}`, { ...hold });
  }

  /** Cancels a queued job, asks a running one to stop, and leaves a finished one alone. */
  requestCancel(id: string, at: number): void {
    this.#changed(
      `UPDATE jobs SET cancel_requested = 1,
         finished_at = iif(state = 'queued', @at, NULL), state = iif(state = 'queued', 'cancelled', state)
       WHERE id = @id AND (state = 'queued' OR state = 'running' AND NOT cancel_requested)`,
      { id, at },
    );
  }

  /** Puts an ended or silent job back in the queue: whoever still runs it is out of its hold. */
  requeue(id: string, { fromStart }: { readonly fromStart: boolean }): void {
    const forget = ", phase = 'waiting', processed = 0, total = NULL, summary = '{}', checkpoint = NULL";
    this.#changed(
      `UPDATE jobs SET ${UNSTARTED}, cancel_requested = 0, error_code = NULL, error_message = NULL, finished_at = NULL
       ${fromStart ? forget : ''} WHERE id = @id`,
      { id },
    );
  }

  /** Has a job that is not under way do something else when it is taken up. */
  setParameters(id: string, parameters: unknown): void {
    this.#changed("UPDATE jobs SET parameters = @parameters WHERE id = @id AND state <> 'running'", {
      id,
      parameters: JSON.stringify(parameters),
    });
  }

  /** Stores a running job as interrupted when it was last heard from, unless it was heard from since. */
  interrupt(id: string, heartbeatAt: number): boolean {
    return this.#changed(
      `UPDATE jobs SET state = 'interrupted', owner = NULL, finished_at = heartbeat_at
       WHERE id = @id AND state = 'running' AND heartbeat_at = @heartbeatAt`,
      { id, heartbeatAt },
    );
  }

  #forget(kind: string): void {
    const forgotten = this.sql.all<{ id: string }>(
      `DELETE FROM jobs WHERE ${ENDED} AND pk <
         (SELECT pk FROM jobs WHERE ${ENDED} ORDER BY pk DESC LIMIT 1 OFFSET @kept - 1) RETURNING id`,
      { kind, kept: KEPT_JOBS },
    );
    for (const { id } of forgotten) this.handle.journal('job', id, 'delete');
  }

  #changed(sql: string, values: { readonly id: string; readonly [column: string]: unknown }): boolean {
    const changed = this.sql.run(sql, values).changes === 1;
    if (changed) this.handle.journal('job', values.id, 'update');
    return changed;
  }
}
