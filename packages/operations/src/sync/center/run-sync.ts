import { type ErrorCode, type Output, ServiceError } from '@notes/contract';
import { type JobRow, StorageError } from '@notes/storage';
import type { Context } from '../../context.js';
import { inTurn } from '../../jobs/maintenance.js';
import { existingJob } from '../../jobs/read.js';
import { runJob } from '../../jobs/run-job.js';
import { jobFor, startJob } from '../../jobs/take-up.js';
import { watchJob } from '../../jobs/watch.js';
import { wireJob } from '../../wire.js';
import { lastRun, SYNC } from './order-run.js';
import { runSyncJob } from './sync-job.js';

/** Exchanges once, in this process; where another one is at it, once that is done. */
export async function runSync(context: Context): Promise<Output<'runSync'>> {
  for (;;) {
    const under = runningElsewhere(context);
    if (under !== undefined) await watchJob(context, { job_id: under.id });
    context.signal?.throwIfAborted();
    try {
      return await runHere(context);
    } catch (error) {
      if (!isTaken(error) || runningElsewhere(context) === undefined) throw error;
    }
  }
}

async function runHere(context: Context): Promise<Output<'runSync'>> {
  const { library, now } = context;
  const order = jobFor(context, SYNC);
  const { error } = await inTurn(context, order, async () =>
    runJob(context, await startJob(context, order), runSyncJob),
  );
  if (error !== undefined) throw error;
  return wireJob(library.store.read((reader) => existingJob(reader, order.id, now())));
}

function runningElsewhere({ library, now }: Context): JobRow | undefined {
  const last = library.store.read((reader) => lastRun(reader, now()));
  return last?.state === 'running' ? last : undefined;
}

/** Somebody else was quicker. */
const isTaken = (error: unknown) =>
  (error instanceof StorageError && error.reason === 'locked') ||
  (error instanceof ServiceError && error.code === ('conflict' satisfies ErrorCode));
