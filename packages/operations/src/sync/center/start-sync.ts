import { type Input, type Output, ServiceError } from '@notes/contract';
import type { JobRow, UnitOfWork } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol';
import { existingResource } from '../../access.js';
import type { Context } from '../../context.js';
import { decodeCursor } from '../../cursor.js';
import { newId } from '../../ids.js';
import { existingJob } from '../../jobs/read.js';
import { sha256 } from '../../sha256.js';
import { timestamp, wireJob } from '../../wire.js';
import { PLAN } from './plan-sync.js';
import { asReplica } from './replica.js';
import { refuseStrayIds } from './stray-ids.js';
import { attemptsOf, orderOf, type SyncOrder } from './sync-order.js';
import { targetOf } from './target.js';

type Bounds = Omit<Input<'startSyncJob'>, 'plan_id' | 'request_key'>;

const SYNC = 'sync';
/** How often a sync is tried that nobody said that of. */
const ATTEMPTS = 3;

/**
 * Has the service exchange. A sync that is under way, whatever it does, is the answer, and so is the job that was asked for
 * under the same key. Attachments that are named then come with the next exchange, where this one is past them.
 *
 * @throws ServiceError `conflict` for a plan of another place, and for a key that was used for something else
 */
export const startSyncJob = (context: Context, input: Input<'startSyncJob'>): Promise<Output<'startSyncJob'>> =>
  startOrJoin(context, input, () => true);

/** Likewise; one that is under way is the answer where it does the same, and else waited for. */
export const queueSyncJob = (context: Context, bounds: Bounds): Promise<Output<'startSyncJob'>> =>
  startOrJoin(context, bounds, (order) => does(order, bounds));

async function startOrJoin(
  context: Context,
  { plan_id, request_key, ...bounds }: Input<'startSyncJob'>,
  joins: (underWay: SyncOrder) => boolean,
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
  };
  const { kind, max_bytes, max_attempts, resource_ids } = bounds;
  const asked = sha256(JSON.stringify([kind, max_bytes, max_attempts, resource_ids]));
  // Any text can be a key, and not every text the name of a member.
  const request: Request = { key: request_key && sha256(request_key), asked };
  const job = await library.store.write((unit) => {
    const known = replayed(unit, request, now());
    if (known !== undefined) return known;
    for (const id of order.resource_ids ?? []) unit.sync.intents.ask(existingResource(unit, id).pk);
    const joined = underWay(unit, now()).find((other) => joins(orderOf(other)));
    return remember(unit, joined ?? queue(unit, order, now()), request);
  });
  // One that the service ordered by itself says nothing of the place.
  return { job_id: job.id, state: job.state, target_digest: orderOf(job).target_digest ?? target_digest };
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

interface Request {
  /** The SHA-256 of the key it named itself by. */
  readonly key: string | undefined;
  /** The SHA-256 of what is asked for. */
  readonly asked: string;
}

/** @throws ServiceError `conflict` for a key that was used for something else */
function replayed({ jobs }: UnitOfWork, { key, asked }: Request, at: number): JobRow | undefined {
  const known = key === undefined ? undefined : jobs.ofRequest(SYNC, key, at);
  if (known === undefined || key === undefined) return undefined;
  if (orderOf(known).requests?.[key] !== asked)
    throw new ServiceError('conflict', 'request_key: was used for another request');
  return known;
}

/** Notes that a job is the answer to a request that named itself. */
function remember({ jobs }: UnitOfWork, job: JobRow, { key, asked }: Request): JobRow {
  if (key === undefined) return job;
  const order = orderOf(job);
  jobs.setParameters(job.id, { ...order, requests: { ...order.requests, [key]: asked } });
  return job;
}

/** Whether a job does what is asked for, within the same bounds. */
function does(order: SyncOrder, { kind, max_bytes, max_attempts, resource_ids }: Bounds): boolean {
  const work = (...parts: unknown[]) => JSON.stringify(parts);
  return (
    work(order.kind ?? 'incremental', order.max_bytes, order.resource_ids) === work(kind, max_bytes, resource_ids) &&
    (max_attempts === undefined || max_attempts === (order.max_attempts ?? 1))
  );
}

function queue(unit: UnitOfWork, order: SyncOrder, at: number): JobRow {
  const id = newId('job');
  unit.jobs.insert({ id, kind: SYNC, parameters: order }, at);
  return existingJob(unit, id, at);
}

/** The syncs that are queued or running, the one made first first; one that fell silent is neither. */
export function underWay({ jobs }: Pick<UnitOfWork, 'jobs'>, at: number): JobRow[] {
  return jobs
    .unfinished()
    .filter(({ kind }) => kind === SYNC)
    .map(({ id }) => existingJob({ jobs }, id, at))
    .filter(({ state }) => state === 'queued' || state === 'running');
}

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
