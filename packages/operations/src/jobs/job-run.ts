import { ServiceError } from '@notes/contract';
import type { JobEnd, JobError, JobHold, JobProgress, JobRow, UnitOfWork } from '@notes/storage';
import type { CallContext, Library } from '../context.js';

/** A job in somebody's hands, as it was when they took it up. */
export interface HeldJob {
  readonly row: JobRow;
  readonly hold: JobHold;
}

/** How far a job is, and where it could go on: as before when no checkpoint is given. */
export type JobStep = JobProgress & { readonly checkpoint?: unknown };

/** Ends a job's work where it stands; the work lets it pass. `yielded`: it is to go on in another process. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly why: 'cancelled' | 'yielded' | 'lost';

  constructor(why: JobStopped['why']) {
    super(`the job is ${why}`);
    this.why = why;
  }
}

/**
 * A job while it runs. Its word is only good while it holds the job: everything it writes is refused in the same
 * transaction once somebody else has taken the job up, whatever the clocks say.
 */
export class JobRun {
  readonly library: Library;
  readonly now: () => number;
  readonly parameters: unknown;
  /** Where it goes on: what was saved last; null at its start. */
  readonly checkpoint: unknown;
  /** Aborted when the work is to stop at its next boundary. */
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

  /** Writes to the library for the job. */
  write<T>(work: (unit: UnitOfWork) => T): Promise<T> {
    return this.library.store.write((unit) => {
      if (!unit.jobs.isHeld(this.#hold)) throw new JobStopped('lost');
      return work(unit);
    });
  }

  /**
   * A durable boundary: says how far the job is and where it could go on. The checkpoint stays as it was when none is
   * given.
   *
   * @throws JobStopped when the job is to stop here
   */
  async save(step: JobStep): Promise<void> {
    this.#hear(await this.library.store.write(({ jobs }) => jobs.save(this.#hold, step, this.now())));
    this.#show(step);
    this.signal.throwIfAborted();
  }

  /**
   * Writes to the library for the job and saves in the same transaction how far it is then.
   *
   * @throws JobStopped when the job is to stop here
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

  /** A sign of life, between boundaries too. */
  async beat(): Promise<void> {
    this.#hear(await this.library.store.write(({ jobs }) => jobs.beat(this.#hold, this.now())));
  }

  /** @throws ServiceError `conflict` when somebody else has taken the job up */
  async end(end: { state: JobEnd; progress?: JobProgress; error?: JobError }): Promise<void> {
    const ended = await this.library.store.write(({ jobs }) => jobs.finish(this.#hold, end, this.now()));
    if (!ended) throw takenOver();
    if (end.progress !== undefined) this.#show(end.progress);
  }

  /** Gives the job back to the queue, to go on from what was saved last. */
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

export const takenOver = () => new ServiceError('conflict', 'this job was taken over by another process');
