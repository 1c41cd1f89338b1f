import { setTimeout as sleep } from 'node:timers/promises';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { StorageError } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { jobFor, startJob } from '../../platform/jobs/acquire-job.js';
import { existingJob } from '../../platform/jobs/read.js';
import { runInTurn } from '../../platform/jobs/run-in-turn.js';
import { runJob } from '../../platform/jobs/run-job.js';
import { watchJob } from '../../platform/jobs/watch.js';
import { wireJob } from '../../platform/wire.js';
import { runPendingScrub } from '../../upkeep/maintenance/scrub.js';
import { findRunningSync, SYNC_JOB } from './order-sync.js';
import { reinitialiseFolder } from './sync-folder.js';
import { runSyncJob } from './sync-job.js';

const POLL_INTERVAL_MS = 100;
/** Maximum polls for the job of a process that has just taken the lock for a run. */
const MAX_POLLS = 20;

/**
 * Exchanges once in this process, after any other running exchange.
 *
 * @throws ServiceError as `reinitialiseFolder`, when a new start is requested
 * @throws StorageError `locked` while other work uses the library
 */
export async function runSync(
  context: Context,
  { kind, new_carrier, all_attachments, accept_checkpoint }: Input<'runSync'>,
): Promise<Output<'runSync'>> {
  if (accept_checkpoint !== undefined && kind !== 'incremental')
    throw new ServiceError('conflict', 'accept_checkpoint: only allowed with kind incremental');
  if (all_attachments && kind === 'verify')
    throw new ServiceError('conflict', 'all_attachments: not allowed with kind verify, which fetches no attachments');
  const parameters = {
    ...(kind !== 'incremental' && { kind }),
    ...(all_attachments && { all_attachments }),
    ...(accept_checkpoint !== undefined && { accept_checkpoint }),
  };
  if (new_carrier) await reinitialiseFolder(context.library);
  for (let looks = 0; ; looks += 1) {
    context.signal?.throwIfAborted();
    try {
      return await runHere(context, parameters);
    } catch (error) {
      const isTaken = error instanceof StorageError && error.reason === 'locked';
      const under = isTaken ? context.library.store.read(findRunningSync) : undefined;
      if (under !== undefined) {
        await watchJob(context, { job_id: under.id });
        looks = 0;
      } else if (!isTaken || looks >= MAX_POLLS) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

async function runHere(context: Context, parameters: object): Promise<Output<'runSync'>> {
  const { library, now } = context;
  const order = jobFor(context, { ...SYNC_JOB, parameters });
  const { error } = await runInTurn(context, order, async () =>
    runJob(context, await startJob(context, order), runSyncJob),
  );
  if (error !== undefined) throw error;
  // Another device may have purged a note.
  await runPendingScrub(library, context.signal ?? new AbortController().signal);
  return wireJob(library.store.read((reader) => existingJob(reader, order.id, now())));
}
