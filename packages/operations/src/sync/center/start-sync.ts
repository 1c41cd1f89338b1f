import { type Input, type Output, ServiceError } from '@notes/contract';
import type { JobRow, UnitOfWork } from '@notes/storage';
import { CarrierError } from '@notes/sync-protocol/carrier';
import { existingResource } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { decodeCursor } from '../../platform/cursor.js';
import { newId } from '../../platform/ids.js';
import { existingJob } from '../../platform/jobs/read.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { sha256 } from '../../platform/sha256.js';
import { startTimeLimit } from '../../platform/time-limit.js';
import { timestamp, wireJob } from '../../platform/wire.js';
import { inspectTarget } from './inspect-target.js';
import { PLAN_BINDING } from './plan-sync.js';
import { withReplica } from './replica.js';
import { refuseStrayIds } from './stray-ids.js';
import { readAttempts, readOrder, type SyncOrder } from './sync-order.js';
import { isTemporary } from './sync-target.js';

type Bounds = Omit<Input<'startSyncJob'>, 'plan_id' | 'request_key'>;

const SYNC = 'sync';
/** Default number of attempts of a sync. */
const DEFAULT_ATTEMPTS = 3;
/** Maximum milliseconds for which an order waits for its sync target. */
const MAX_TARGET_WAIT_MS = 5_000;

/**
 * Orders an exchange of the service. The response is a sync already under way, of any kind, or the job of an earlier
 * request with the same key. Attachments named in the request come with the next exchange where the current one has
 * passed them.
 *
 * @throws ServiceError `conflict` for a plan of another target, and for a key that was used for another request;
 * `storage_unavailable` for a plan whose target does not answer
 */
export const startSyncJob = (context: Context, input: Input<'startSyncJob'>): Promise<Output<'startSyncJob'>> =>
  startOrJoin(context, input, () => true);

/**
 * Orders an exchange of the service. A sync under way is the response when it does the same work; otherwise the new job
 * waits for it.
 */
export const queueSyncJob = (context: Context, bounds: Bounds): Promise<Output<'startSyncJob'>> =>
  startOrJoin(context, bounds, (order) => doesSameWork(order, bounds));

async function startOrJoin(
  context: Context,
  { plan_id, request_key, ...bounds }: Input<'startSyncJob'>,
  joins: (underWay: SyncOrder) => boolean,
): Promise<Output<'startSyncJob'>> {
  const { library, origin, now } = context;
  refuseStrayIds(bounds);
  const found = await findTarget(context);
  const target_digest = typeof found === 'object' ? found.digest : null;
  if (plan_id !== undefined) {
    const planned = decodePlan(library, plan_id);
    if (found === 'unavailable')
      throw new ServiceError('storage_unavailable', 'plan_id: the sync target does not answer. Try again later');
    if (found === 'refused' || planned.target_digest !== target_digest)
      throw new ServiceError('conflict', 'plan_id: the plan was made for another sync target. Plan again');
  }
  const order: SyncOrder = {
    max_attempts: DEFAULT_ATTEMPTS,
    ...bounds,
    actor: origin,
    target_digest,
  };
  const { kind, max_bytes, max_attempts, resource_ids } = bounds;
  const asked = sha256(JSON.stringify([kind, max_bytes, max_attempts, resource_ids]));
  // A key may be any text, but not every text is a valid member name of an object.
  const request: KeyedRequest = { key: request_key && sha256(request_key), asked };
  const job = await library.store.write((unit) => {
    const known = findEarlierJob(unit, request, now());
    if (known !== undefined) return known;
    for (const id of order.resource_ids ?? []) unit.sync.intents.requestFetch(existingResource(unit, id).pk);
    const joined = listUnderWay(unit, now()).find((other) => joins(readOrder(other)));
    return recordRequest(unit, joined ?? queue(unit, order, now()), request);
  });
  context.jobQueued?.(job.id);
  // A job that the service ordered by itself does not name its target.
  return { job_id: job.id, state: job.state, target_digest: readOrder(job).target_digest ?? target_digest };
}

/** @throws ServiceError `cursor_invalid` */
function decodePlan({ cursorKey }: Context['library'], plan_id: string): { target_digest: string | null } {
  try {
    return decodeCursor(cursorKey, PLAN_BINDING, plan_id);
  } catch (error) {
    throw new ServiceError('cursor_invalid', 'plan_id: not a plan of this library. Plan again', {
      cause: error,
    });
  }
}

interface KeyedRequest {
  /** SHA-256 of the request's key. */
  readonly key: string | undefined;
  /** SHA-256 of the request. */
  readonly asked: string;
}

/** @throws ServiceError `conflict` for a key that was used for another request */
function findEarlierJob({ jobs }: UnitOfWork, { key, asked }: KeyedRequest, at: number): JobRow | undefined {
  const known = key === undefined ? undefined : jobs.findByRequest(SYNC, key, at);
  if (known === undefined || key === undefined) return undefined;
  if (readOrder(known).requests?.[key] !== asked)
    throw new ServiceError('conflict', 'request_key: already used for another request. Choose another key');
  return known;
}

/** Records a job as the response to a request with a key. */
function recordRequest({ jobs }: UnitOfWork, job: JobRow, { key, asked }: KeyedRequest): JobRow {
  if (key === undefined) return job;
  const order = readOrder(job);
  jobs.setParameters(job.id, { ...order, requests: { ...order.requests, [key]: asked } });
  return job;
}

/** Returns true when a job does the requested work within the same bounds. */
function doesSameWork(order: SyncOrder, { kind, max_bytes, max_attempts, resource_ids }: Bounds): boolean {
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

/** Returns the queued and running syncs, the oldest first. A silent job counts as neither. */
export function listUnderWay({ jobs }: Pick<UnitOfWork, 'jobs'>, at: number): JobRow[] {
  return jobs
    .listUnfinished()
    .filter(({ kind }) => kind === SYNC)
    .map(({ id }) => existingJob({ jobs }, id, at))
    .filter(({ state }) => state === 'queued' || state === 'running');
}

/**
 * Digest of the sync target, null while it is empty. `unavailable` while it does not answer: the job tries again later.
 * `refused` when it is not a target of this library.
 */
type FoundTarget = { readonly digest: string | null } | 'unavailable' | 'refused';

async function findTarget(context: Context): Promise<FoundTarget> {
  const limit = startTimeLimit(MAX_TARGET_WAIT_MS, context.signal);
  try {
    return await withReplica(context.library, async (replica) => {
      const target = await inspectTarget({ ...context, signal: limit.signal }, replica);
      target?.close();
      return { digest: target?.digest ?? null };
    });
  } catch (error) {
    context.signal?.throwIfAborted();
    if (limit.signal.aborted || isTemporary(error)) return 'unavailable';
    if (error instanceof CarrierError) return 'refused';
    throw error;
  } finally {
    limit.end();
  }
}

/** Returns a sync job with its attempts and transferred amounts. */
export function getSyncJob({ library, now }: Context, { job_id }: Input<'getSyncJob'>): Output<'getSyncJob'> {
  const job = library.store.read((reader) => existingJob(reader, job_id, now()));
  if (job.kind !== SYNC) throw createNotFoundError('sync-job', job_id);
  const { target_digest = null, max_attempts = 1 } = readOrder(job);
  const { attempts, next_attempt_at } = readAttempts(job);
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
