import { type ErrorCode, ServiceError } from '@notes/contract';
import { type JobEnd, type JobError, type JobProgress, StorageError } from '@notes/storage';
import type { CallContext } from '../context.js';
import { toServiceError } from '../service-error.js';
import { SafeMessageError } from './fault.js';
import { type HeldJob, JobRun, JobStopped, takenOverError } from './job-run.js';

/** Work of a kind of job. Returns the progress at its end. */
export type JobWork = (job: JobRun) => Promise<JobProgress>;

/** Result of a run; `queued` when the job was given back for another process. */
export interface JobOutcome {
  readonly state: JobEnd | 'queued';
  /** Error of a failed run. */
  readonly error?: unknown;
}

const HEARTBEAT_MS = 30_000;

/**
 * Runs a held job to its end or to the point at which it has to stop.
 *
 * @throws ServiceError `conflict` when another runner has taken the job over
 */
export async function runJob(context: CallContext, held: HeldJob, work: JobWork): Promise<JobOutcome> {
  const job = new JobRun(context, held);
  // The next checkpoint reports a library that cannot be written.
  const beating = setInterval(() => job.beat().catch(() => {}), HEARTBEAT_MS);
  const abandoned = new Promise<JobOutcome>((resolve) => {
    const interrupt = () => {
      const outcome = { state: 'interrupted' } as const;
      job
        .end(outcome)
        .finally(() => resolve(outcome))
        .catch(() => {});
    };
    context.jobStarted?.({ id: held.row.id, interrupt });
  });
  try {
    return await Promise.race([runToEnd(job, work), abandoned]);
  } finally {
    clearInterval(beating);
  }
}

async function runToEnd(job: JobRun, work: JobWork): Promise<JobOutcome> {
  try {
    const progress = await work(job);
    await job.end({ state: 'succeeded', progress });
    return { state: 'succeeded' };
  } catch (error) {
    return error instanceof JobStopped ? endStopped(job, error) : endFailed(job, error);
  }
}

async function endStopped(job: JobRun, { reason }: JobStopped): Promise<JobOutcome> {
  if (reason === 'lost') throw takenOverError();
  if (reason === 'yielded') {
    await job.release();
    return { state: 'queued' };
  }
  await job.end({ state: 'cancelled' });
  return { state: 'cancelled' };
}

async function endFailed(job: JobRun, error: unknown): Promise<JobOutcome> {
  // A job whose failure cannot be stored falls silent, which is reported too. The first error is more informative.
  await job.end({ state: 'failed', error: toJobError(error) }).catch(() => {});
  return { state: 'failed', error };
}

const MESSAGES: { readonly [Code in ErrorCode]?: string } = {
  not_found: 'A note, notebook or file that the job needs does not exist',
  forbidden: 'The job may not change something that it works on',
  validation_failed: 'The request of the job is invalid',
  storage_unavailable: 'The library cannot be written',
};

/** Describes an error without any data that the job worked on. */
export function toJobError(error: unknown): JobError {
  const known = toServiceError(error);
  const own = known instanceof ServiceError ? known.code : 'internal_error';
  const code = error instanceof StorageError ? 'storage_unavailable' : own;
  const message = error instanceof SafeMessageError ? error.message : MESSAGES[code];
  return { code, message: message ?? 'The job failed' };
}
