import { ServiceError } from '@notes/contract';
import type { JobEnd, JobError, JobHold, JobProgress, JobRow, UnitOfWork } from '@notes/storage';
import type { CallContext, Library } from '../context.js';

/** A job held by a runner, with its row at the time of acquisition. */
export interface HeldJob {
  readonly row: JobRow;
  readonly hold: JobHold;
}

/** Progress of a job and its checkpoint. Without a checkpoint the last one stays. */
export type JobStep = JobProgress & { readonly checkpoint?: unknown };

/** Ends a job's work at once; the work must not catch it. `yielded`: another process resumes the job. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly reason: 'cancelled' | 'yielded' | 'lost';

  constructor(why: JobStopped['reason']) {
    super(`The job is ${why}`);
    this.reason = why;
  }
}

/**
 * A running job. Its writes are valid only while it holds the job: every write is refused in the same transaction once
 * another runner has taken the job over, whatever the clocks say.
 */
export class JobRun {
  readonly library: Library;
  readonly now: () => number;
  readonly parameters: unknown;
  /** Checkpoint to resume from; null at the start. */
  readonly checkpoint: unknown;
  /** Aborted when the work has to stop at its next checkpoint. */
  readonly signal: AbortSignal;
  readonly #hold: JobHold;
  readonly #stop = new AbortController();
  readonly #progress: CallContext['progress'];

  constructor({ library, now, progress, signal }: CallContext, { row, hold }: HeldJob) {
    this.library = library;
    this.now = now;
    this.parameters = row.parameters;
    this.checkpoint = row.checkpoint;
    this.signal = this.#stop.signal;
    this.#hold = hold;
    this.#progress = progress;
    const stop = () =>
      this.#stop.abort(signal?.reason instanceof JobStopped ? signal.reason : new JobStopped('cancelled'));
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true, signal: this.signal });
  }

  /** Writes to the library while the job is held. */
  write<T>(work: (unit: UnitOfWork) => T): Promise<T> {
    return this.library.store.write((unit) => {
      if (!unit.jobs.isHeld(this.#hold)) throw new JobStopped('lost');
      return work(unit);
    });
  }

  /**
   * Saves progress and a checkpoint durably. Without a checkpoint the last one stays.
   *
   * @throws JobStopped when the job has to stop here
   */
  async save(step: JobStep): Promise<void> {
    this.#hear(await this.library.store.write(({ jobs }) => jobs.save(this.#hold, step, this.now())));
    this.#show(step);
    this.signal.throwIfAborted();
  }

  /**
   * Writes to the library for the job and saves the new progress in the same transaction.
   *
   * @throws JobStopped when the job has to stop here
   */
  async advance<T>(work: (unit: UnitOfWork) => { readonly step: JobStep; readonly answer: T }): Promise<T> {
    const { step, answer, heard } = await this.write((unit) => {
      const done = work(unit);
      return { ...done, heard: unit.jobs.save(this.#hold, done.step, this.now()) };
    });
    this.#hear(heard);
    this.#show(step);
    this.signal.throwIfAborted();
    return answer;
  }

  /** Records a heartbeat, also between checkpoints. */
  async beat(): Promise<void> {
    this.#hear(await this.library.store.write(({ jobs }) => jobs.recordHeartbeat(this.#hold, this.now())));
  }

  /** @throws ServiceError `conflict` when another runner has taken the job over */
  async end(end: { state: JobEnd; progress?: JobProgress; error?: JobError }): Promise<void> {
    const ended = await this.library.store.write(({ jobs }) => jobs.finish(this.#hold, end, this.now()));
    if (!ended) throw takenOverError();
    if (end.progress !== undefined) this.#show(end.progress);
  }

  /** Returns the job to the queue, to be resumed from its last checkpoint. */
  async release(): Promise<void> {
    await this.library.store.write(({ jobs }) => jobs.release(this.#hold));
  }

  #hear(heard: { readonly cancelRequested: boolean } | undefined): void {
    if (heard === undefined) this.#stop.abort(new JobStopped('lost'));
    else if (heard.cancelRequested) this.#stop.abort(new JobStopped('cancelled'));
  }

  #show({ processed, total }: JobProgress): void {
    if (total !== null) this.#progress?.(processed, total);
  }
}

export const takenOverError = () => new ServiceError('conflict', 'Another process has taken over this job');
