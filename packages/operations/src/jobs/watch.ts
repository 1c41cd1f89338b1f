import { setTimeout as sleep } from 'node:timers/promises';
import type { Input, Output } from '@notes/contract';
import type { CallContext } from '../context.js';
import { wireJob } from '../wire.js';
import { isKnownKind, workOf } from './kinds.js';
import { existingJob } from './read.js';
import { runJob } from './run-job.js';
import { takeUp } from './take-up.js';

const LOOK_MS = 250;

/** Waits for a job to end, or for `context.signal`; answers it as it is then. */
export async function watchJob(context: CallContext, { job_id }: Input<'watchJob'>): Promise<Output<'watchJob'>> {
  const { library, now, signal, progress } = context;
  for (;;) {
    const job = library.store.read((reader) => existingJob(reader, job_id, now()));
    if (job.total !== null) progress?.(job.processed, job.total);
    if ((job.state !== 'queued' && job.state !== 'running') || signal?.aborted) return wireJob(job);
    await sleep(LOOK_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
}

/**
 * Runs a queued job in this process, or watches it when another one has taken it up or this program does not know its
 * kind. Answers it as it is at its end.
 */
export async function runQueuedJob(context: CallContext, id: string): Promise<Output<'watchJob'>> {
  const { kind } = context.library.store.read((reader) => existingJob(reader, id, context.now()));
  const held = isKnownKind(kind) ? await takeUp(context, id) : undefined;
  if (held !== undefined) await runJob(context, held, await workOf(kind));
  return watchJob(context, { job_id: id });
}
