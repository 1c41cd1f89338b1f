import { type Input, type Output, ServiceError } from '@notes/contract';
import type { CallContext, Context } from '../context.js';
import { wireJob } from '../wire.js';
import { RESUMABLE } from './acquire-job.js';
import { existingJob } from './read.js';

export function cancelJob(context: Context, { job_id }: Input<'cancelJob'>): Promise<Output<'cancelJob'>> {
  return context.library.store.write(({ jobs }) => {
    const at = context.now();
    existingJob({ jobs }, job_id, at);
    jobs.requestCancel(job_id, at);
    return wireJob(existingJob({ jobs }, job_id, at));
  });
}

export const retryJob = (context: Context, { job_id }: Input<'retryJob'>): Promise<Output<'retryJob'>> =>
  requeueJob(context, job_id, { fromStart: false });

export const resetJob = (context: Context, { job_id }: Input<'resetJob'>): Promise<Output<'resetJob'>> =>
  requeueJob(context, job_id, { fromStart: true });

/** @throws ServiceError `not_found`; `conflict` for a job that cannot be resumed */
export function requeueJob(
  context: CallContext,
  id: string,
  from: { readonly fromStart: boolean },
): Promise<Output<'retryJob'>> {
  return context.library.store.write(({ jobs }) => {
    const at = context.now();
    const { state } = existingJob({ jobs }, id, at);
    if (!RESUMABLE.has(state))
      throw new ServiceError(
        'conflict',
        `Job ${id} is ${state}. Only a failed, cancelled or interrupted job can be resumed`,
      );
    jobs.requeue(id, from);
    return wireJob(existingJob({ jobs }, id, at));
  });
}
