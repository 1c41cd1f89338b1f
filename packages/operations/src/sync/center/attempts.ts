import type { JobProgress } from '@notes/storage';
import { type JobRun, JobStopped } from '../../platform/jobs/job-run.js';
import { ByteLimitReached } from './bounded-carrier.js';
import { runSyncJob } from './sync-job.js';
import { readAttempts, requireOrder, type SyncAttempts } from './sync-order.js';
import { isTemporary } from './sync-target.js';

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 15 * 60_000;
const MIN_WAIT_MS = 500;

/**
 * Runs the job `sync` with the ordered number of attempts. While the carrier is unavailable, the job waits in the
 * queue.
 */
export async function runSyncAttempts(job: JobRun): Promise<JobProgress> {
  const { max_attempts = 1 } = requireOrder(job);
  const attempts = readAttempts(job).attempts + 1;
  const note = (phase: string, next_attempt_at: SyncAttempts['next_attempt_at']) =>
    job.save({ phase, processed: 0, total: null, summary: {}, checkpoint: { attempts, next_attempt_at } });
  await note('exchanging', null);
  try {
    return await runSyncJob(job);
  } catch (error) {
    if (error instanceof ByteLimitReached)
      return { phase: 'bounded', processed: 0, total: null, summary: error.summary };
    if (attempts >= max_attempts || !isTemporary(error)) throw error;
    await note('waiting', job.now() + randomWaitMs(attempts));
    throw new JobStopped('yielded');
  }
}

/**
 * Returns a random delay up to a limit that doubles, so that devices that lost the same carrier do not return at once.
 */
const randomWaitMs = (attempts: number): number =>
  Math.max(MIN_WAIT_MS, Math.round(Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))));
