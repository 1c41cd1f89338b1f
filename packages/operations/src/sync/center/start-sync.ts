import { type Input, type Output, ServiceError } from '@notes/contract';
import type { JobRow, UnitOfWork } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol';
import { existingResource } from '../../access.js';
import type { Context } from '../../context.js';
import { decodeCursor } from '../../cursor.js';
import { newId } from '../../ids.js';
import { existingJob } from '../../jobs/read.js';
import { timestamp, wireJob } from '../../wire.js';
import { PLAN } from './plan-sync.js';
import { asReplica } from './replica.js';
import { refuseStrayIds } from './stray-ids.js';
import { attemptsOf, orderOf, type SyncOrder } from './sync-order.js';
import { targetOf } from './target.js';

const SYNC = 'sync';
/** How often a sync is tried that nobody said that of. */
const ATTEMPTS = 3;

/**
 * Has the service exchange. Where that is under way already, or was asked for under the same key, that job is the
 * answer.
 */
export async function startSyncJob(
  context: Context,
  { plan_id, request_key, ...bounds }: Input<'startSyncJob'>,
): Promise<Output<'startSyncJob'>> {
  const { library, origin, now } = context;
  refuseStrayIds(bounds);
  const target_digest = await digestNow(context);
  if (plan_id !== undefined) {
    const planned = planOf(library, plan_id);
    if (planned.target_digest !== target_digest)
      throw new ServiceError('conflict', 'plan_id: was made for another place of exchange');
  }
  const order: SyncOrder = {
    max_attempts: ATTEMPTS,
    ...bounds,
    actor: origin,
    target_digest,
    ...(request_key !== undefined && { request_key }),
  };
  const job = await library.store.write((unit) => {
    const known = replayed(unit, order, now());
    if (known !== undefined) return known;
    for (const id of order.resource_ids ?? []) unit.sync.intents.ask(existingResource(unit, id).pk);
    return queue(unit, order, now());
  });
  return started(job);
}

/** @throws ServiceError `cursor_invalid` */
function planOf({ cursorKey }: Context['library'], plan_id: string): { target_digest: string | null } {
  try {
    return decodeCursor(cursorKey, PLAN, plan_id);
  } catch (error) {
    throw new ServiceError('cursor_invalid', 'plan_id: belongs to no plan of this library; plan again', {
      cause: error,
    });
  }
}

/** @throws ServiceError `conflict` for a key that was used for something else */
function replayed({ jobs }: UnitOfWork, order: SyncOrder, at: number): JobRow | undefined {
  if (order.request_key === undefined) return undefined;
  const known = jobs.ofRequest(SYNC, order.request_key, at);
  if (known === undefined) return undefined;
  const asked = ({ kind, max_bytes, max_attempts, resource_ids }: SyncOrder) =>
    JSON.stringify([kind, max_bytes, max_attempts, resource_ids]);
  if (asked(orderOf(known)) !== asked(order))
    throw new ServiceError('conflict', 'request_key: was used for another request');
  return known;
}

function queue(unit: UnitOfWork, order: SyncOrder, at: number): JobRow {
  const running = underWay(unit, at);
  if (running !== undefined) return running;
  const id = newId('job');
  unit.jobs.insert({ id, kind: SYNC, parameters: order }, at);
  return existingJob(unit, id, at);
}

/** The sync that is queued or running; one that fell silent is neither. */
export function underWay({ jobs }: Pick<UnitOfWork, 'jobs'>, at: number): JobRow | undefined {
  return jobs
    .unfinished()
    .filter(({ kind }) => kind === SYNC)
    .map(({ id }) => existingJob({ jobs }, id, at))
    .find(({ state }) => state === 'queued' || state === 'running');
}

const started = (job: JobRow): Output<'startSyncJob'> => ({
  job_id: job.id,
  state: job.state,
  target_digest: orderOf(job).target_digest ?? null,
});

/** Null while the place is empty, or away: the job tries again later. */
function digestNow(context: Context): Promise<string | null> {
  return asReplica(context.library, async (replica) => {
    try {
      const target = await targetOf(context, replica);
      target?.close();
      return target?.digest ?? null;
    } catch (error) {
      if (error instanceof CarrierError) return null;
      throw error;
    }
  });
}

/** A sync job with how often it tried, and what it moved. */
export function getSyncJob({ library, now }: Context, { job_id }: Input<'getSyncJob'>): Output<'getSyncJob'> {
  const job = library.store.read((reader) => existingJob(reader, job_id, now()));
  if (job.kind !== SYNC) throw new ServiceError('not_found', 'there is no such sync job');
  const { target_digest = null, max_attempts = 1 } = orderOf(job);
  const { attempts, next_attempt_at } = attemptsOf(job);
  const waits = job.state === 'queued' && next_attempt_at !== null;
  return {
    ...wireJob(job),
    target_digest,
    bytes_sent: job.summary.bytes_sent ?? 0,
    bytes_received: job.summary.bytes_received ?? 0,
    attempts,
    max_attempts,
    next_attempt_at: waits ? timestamp(next_attempt_at) : null,
  };
}
