import { setTimeout as sleep } from 'node:timers/promises';
import type { Input, Output } from '@notes/contract';
import type { CallContext } from '../context.js';
import { wireJob } from '../wire.js';
import { acquireJob } from './acquire-job.js';
import { requeueJob } from './control.js';
import { isUnexpected } from './fault.js';
import { isKnownKind, loadWork } from './kinds.js';
import { existingJob } from './read.js';
import { runInTurn } from './run-in-turn.js';
import { runJob } from './run-job.js';

const POLL_INTERVAL_MS = 250;

/** Waits for a job to end or for `context.signal`. Returns the state of the job at that time. */
export async function watchJob(context: CallContext, { job_id }: Input<'watchJob'>): Promise<Output<'watchJob'>> {
  const { library, now, signal, progress } = context;
  for (;;) {
    const job = library.store.read((reader) => existingJob(reader, job_id, now()));
    if (job.total !== null) progress?.(job.processed, job.total);
    if ((job.state !== 'queued' && job.state !== 'running') || signal?.aborted) return wireJob(job);
    await sleep(POLL_INTERVAL_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
}

/**
 * Resumes a stopped job in this process, or watches the job when another process is quicker or this program does not
 * know its kind. Returns the job at its end.
 *
 * @throws ServiceError `not_found`; `conflict` for a job that cannot be resumed; the error of a job that failed here
 * unexpectedly
 * @throws StorageError `locked` while another job of such a kind is running
 */
export async function continueJob(
  context: CallContext,
  id: string,
  from: { readonly fromStart: boolean },
): Promise<Output<'watchJob'>> {
  const job = context.library.store.read((reader) => existingJob(reader, id, context.now()));
  await runInTurn(context, job, async () => {
    await requeueJob(context, id, from);
    const held = isKnownKind(job.kind) ? await acquireJob(context, id) : undefined;
    if (held === undefined) return;
    const { error } = await runJob(context, held, await loadWork(job.kind));
    if (isUnexpected(error)) throw error;
  });
  return watchJob(context, { job_id: id });
}
