import { setTimeout as sleep } from 'node:timers/promises';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { type JobOrder, RESUMABLE, startJob } from '../../platform/jobs/acquire-job.js';
import { runJob } from '../../platform/jobs/run-job.js';
import { withReplica } from '../center/replica.js';
import { BACKUP_KIND, type BackupParameters, runBackup } from './backup-job.js';
import { connectToPeer } from './fetch-backup.js';
import type { BackupRecord } from './record.js';
import { idForRequest } from './serve.js';
import { openShelf, wireBackup } from './wire.js';

type Wire = Output<'listBackups'>;

/** A backup to make or fetch, and its job. */
interface PlannedBackup {
  readonly record: BackupRecord;
  readonly order: JobOrder;
}

/** Lists backups, or has the service make or fetch one. */
export async function manageBackups(context: Context, { action, replica_id }: Input<'manageBackups'>): Promise<Wire> {
  if (action === 'list') return listBackups(context);
  const { record, order } = action === 'create' ? await planNewBackup(context) : await planFetch(context, replica_id);
  const { library, now } = context;
  await library.store.write(({ jobs }) => {
    const known = jobs.get(order.id, now());
    if (known === undefined) jobs.insert(order, now());
    else if (RESUMABLE.has(known.state)) jobs.requeue(order.id, { fromStart: false });
  });
  return listOne(context, record.backup_id);
}

export function listBackups({ library, now }: Context): Wire {
  const records = openShelf(library).all();
  return { backups: records.map((record) => wireBackup(library, record, now())) };
}

/** Makes a backup in this process. */
export const createBackup = async (context: Context): Promise<Wire> => runHere(context, await planNewBackup(context));

/** Fetches a backup in this process, resuming an interrupted fetch. */
export const requestBackup = async (context: Context, { replica_id }: Input<'requestBackup'>): Promise<Wire> =>
  runHere(context, await planFetch(context, replica_id));

async function runHere(context: Context, { record, order }: PlannedBackup): Promise<Wire> {
  const { error } = await runJob(context, await startJob(context, order), runBackup);
  if (error !== undefined) throw error;
  return listOne(context, record.backup_id);
}

/** Removes a backup stored here. Returns its last state. */
export function removeBackup(context: Context, { backup_id }: Input<'removeBackup'>): Wire {
  const shelf = openShelf(context.library);
  const removed = wireBackup(context.library, shelf.getExisting(backup_id), context.now());
  if (removed.state === 'producing' || removed.state === 'downloading')
    throw new ServiceError('conflict', `Backup ${backup_id} is ${removed.state}. Cancel its job first`);
  shelf.remove(backup_id);
  return { backups: [removed] };
}

const listOne = ({ library, now }: Context, id: string): Wire => ({
  backups: [wireBackup(library, openShelf(library).getExisting(id), now())],
});

function planNewBackup({ library, now }: Context): Promise<PlannedBackup> {
  return withReplica(library, ({ keys: { databaseId, replicaId } }) =>
    keepPlan(library, now(), {
      ...{ version: 1, backup_id: newId('backup'), origin: 'made', database_id: databaseId, created_at: now() },
      ...{ source_replica_id: replicaId, requester_replica_id: replicaId },
      ...INITIAL_STATE,
    }),
  );
}

const INITIAL_STATE = { job_id: null, request_key: null, sealed: null, verified_at: null } as const;

/** Returns the unfinished backup, or a new backup of the device that this one connects to. */
function planFetch({ library, now, signal }: Context, from: string | undefined): Promise<PlannedBackup> {
  return withReplica(library, async (replica) => {
    const peer = await connectToPeer(library, replica, { now, ...(signal && { signal }) });
    if (from !== undefined && from !== peer.replicaId)
      throw new ServiceError('conflict', `replica_id: the service belongs to device ${peer.replicaId}, not ${from}`);
    const begun = findUnfinished(library, peer.replicaId, now());
    if (begun !== undefined) {
      await interruptDead(library, begun, now);
      return keepPlan(library, now(), begun);
    }
    if (!peer.snapshotPermitted)
      throw new ServiceError(
        'forbidden',
        `Device ${peer.replicaId} does not permit this device to fetch backups. On that device, run \`notes sync permit ${replica.keys.replicaId}\``,
      );
    const { databaseId, replicaId } = replica.keys;
    const request_key = newId('backup');
    return keepPlan(library, now(), {
      ...{ version: 1, backup_id: idForRequest(replicaId, request_key), origin: 'fetched', database_id: databaseId },
      ...{ source_replica_id: peer.replicaId, requester_replica_id: replicaId, created_at: now() },
      ...INITIAL_STATE,
      request_key,
    });
  });
}

function findUnfinished(library: Library, source: string, now: number): BackupRecord | undefined {
  const shelf = openShelf(library);
  return shelf.all().findLast(({ backup_id, origin, source_replica_id, sealed }) => {
    const isOver = sealed?.expires_at != null && sealed.expires_at <= now;
    return origin === 'fetched' && source_replica_id === source && !isOver && !shelf.isComplete(backup_id);
  });
}

/** Milliseconds within which a process takes the lock after its job has started. */
const LOCK_GRACE_MS = 5_000;

/**
 * Marks the job of a dead process as interrupted, so that it is resumed at once: the lock ended with the process,
 * whatever the state in the job's row.
 */
async function interruptDead(library: Library, { job_id }: BackupRecord, now: () => number): Promise<void> {
  const shelf = openShelf(library);
  while (job_id !== null && !shelf.isFetching()) {
    const job = library.store.read(({ jobs }) => jobs.get(job_id, now()));
    if (job?.state !== 'running' || job.heartbeatAt === null) return;
    const { heartbeatAt } = job;
    const left = heartbeatAt + LOCK_GRACE_MS - now();
    if (left <= 0) await library.store.write(({ jobs }) => jobs.interrupt(job_id, heartbeatAt));
    else await sleep(Math.min(left, LOCK_GRACE_MS));
  }
}

/** Stores the record, with its former job if that job can be resumed. */
function keepPlan(library: Library, now: number, record: BackupRecord): PlannedBackup {
  const former = record.job_id;
  const state = former === null ? undefined : library.store.read(({ jobs }) => jobs.get(former, now)?.state);
  const job_id = former === null || state === undefined || state === 'succeeded' ? newId('job') : former;
  const kept = { ...record, job_id };
  openShelf(library).keep(kept);
  const parameters: BackupParameters = { backup_id: record.backup_id };
  return { record: kept, order: { id: job_id, kind: BACKUP_KIND, parameters } };
}
