import { type Input, type Output, ServiceError } from '@notes/contract';
import type { JobRow } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { RESUMABLE } from '../../platform/jobs/acquire-job.js';
import { existingJob } from '../../platform/jobs/read.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { planSyncJob } from './plan-sync.js';
import { listUnderWay, startSyncJob } from './start-sync.js';
import { readOrder } from './sync-order.js';

/** Sync for agents: bounds and ids of jobs, and only jobs that agents started. */

const KIND = 'incremental';

export async function planSync(context: Context, bounds: Input<'planSync'>): Promise<Output<'planSync'>> {
  const plan = await planSyncJob(context, { kind: KIND, ...bounds });
  const { target_digest, operations, resources, bytes, truncated } = plan;
  return { target_digest, operations, resources, bytes, truncated };
}

export const startSync = (context: Context, bounds: Input<'startSync'>): Promise<Output<'startSync'>> =>
  startSyncJob(context, { kind: KIND, ...bounds });

export async function retrySyncJob(
  { library, now, jobQueued }: Context,
  { job_id, ...bounds }: Input<'retrySyncJob'>,
): Promise<Output<'retrySyncJob'>> {
  const retried = await library.store.write((unit) => {
    const job = ownJob(unit, job_id, now());
    if (!RESUMABLE.has(job.state))
      throw new ServiceError(
        'conflict',
        `Job ${job_id} is ${job.state}. Only a failed, cancelled or interrupted job can be resumed`,
      );
    const [other] = listUnderWay(unit, now());
    if (other !== undefined)
      throw new ServiceError('conflict', `Sync job ${other.id} is under way. Wait until it ends`);
    unit.jobs.setParameters(job_id, { ...readOrder(job), ...bounds });
    unit.jobs.requeue(job_id, { fromStart: true });
    return toJobState(existingJob(unit, job_id, now()));
  });
  jobQueued?.(job_id);
  return retried;
}

export function cancelSyncJob(
  { library, now }: Context,
  { job_id }: Input<'cancelSyncJob'>,
): Promise<Output<'cancelSyncJob'>> {
  return library.store.write((unit) => {
    ownJob(unit, job_id, now());
    unit.jobs.requestCancel(job_id, now());
    return toJobState(existingJob(unit, job_id, now()));
  });
}

/** @throws ServiceError `not_found` when the job is not a sync job; `forbidden` when no agent started it */
function ownJob(unit: Parameters<typeof existingJob>[0], id: string, at: number): JobRow {
  const job = existingJob(unit, id, at);
  if (job.kind !== 'sync') throw createNotFoundError('sync-job', id);
  if (readOrder(job).actor !== 'mcp') throw new ServiceError('forbidden', `Sync job ${id} was not started by an agent`);
  return job;
}

const toJobState = ({ id, state }: JobRow) => ({ job_id: id, state });
