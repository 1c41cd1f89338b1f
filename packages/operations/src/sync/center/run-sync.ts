import type { Output } from '@notes/contract';
import type { Context } from '../../context.js';
import { inTurn } from '../../jobs/maintenance.js';
import { existingJob } from '../../jobs/read.js';
import { runJob } from '../../jobs/run-job.js';
import { jobFor, startJob } from '../../jobs/take-up.js';
import { wireJob } from '../../wire.js';
import { runSyncJob } from './sync-job.js';

/** Exchanges once, in this process. */
export async function runSync(context: Context): Promise<Output<'runSync'>> {
  const { library, now } = context;
  const order = jobFor(context, { kind: 'sync', parameters: {} });
  const { error } = await inTurn(context, order, async () =>
    runJob(context, await startJob(context, order), runSyncJob),
  );
  if (error !== undefined) throw error;
  return wireJob(library.store.read((reader) => existingJob(reader, order.id, now())));
}
