import { setTimeout as sleep } from 'node:timers/promises';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context, Library } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { runJob } from '../../platform/jobs/run-job.js';
import { type JobOrder, RESUMABLE, startJob } from '../../platform/jobs/take-up.js';
import { asReplica } from '../center/replica.js';
import { BACKUP_KIND, type BackupParameters, runBackup } from './backup-job.js';
import { metPeer } from './fetch-backup.js';
import type { BackupRecord } from './record.js';
import { idOfRequest } from './serve.js';
import { shelfOf, wireBackup } from './wire.js';

type Wire = Output<'listBackups'>;

/** A backup to make or fetch, and its job. */
interface Planned {
  readonly record: BackupRecord;
  readonly order: JobOrder;
}

/** Lists backups, or has the service make or fetch one. */
export async function manageBackups(context: Context, { action, replica_id }: Input<'manageBackups'>): Promise<Wire> {
  if (action === 'list') return listBackups(context);
  const { record, order } = action === 'create' ? await planMade(context) : await planFetched(context, replica_id);
  const { library, now } = context;
  await library.store.write(({ jobs }) => {
    const known = jobs.get(order.id, now());
    if (known === undefined) jobs.insert(order, now());
    else if (RESUMABLE.has(known.state)) jobs.requeue(order.id, { fromStart: false });
  });
  return one(context, record.backup_id);
}

export function listBackups({ library, now }: Context): Wire {
  const records = shelfOf(library).all();
  return { backups: records.map((record) => wireBackup(library, record, now())) };
}

/** Makes a backup in this process. */
export const createBackup = async (context: Context): Promise<Wire> => runHere(context, await planMade(context));

/** Fetches a backup in this process, resuming an interrupted fetch. */
export const requestBackup = async (context: Context, { replica_id }: Input<'requestBackup'>): Promise<Wire> =>
  runHere(context, await planFetched(context, replica_id));

async function runHere(context: Context, { record, order }: Planned): Promise<Wire> {
  const { error } = await runJob(context, await startJob(context, order), runBackup);
  if (error !== undefined) throw error;
  return one(context, record.backup_id);
}

/** Removes a backup stored here. Returns its last state. */
export function removeBackup(context: Context, { backup_id }: Input<'removeBackup'>): Wire {
  const shelf = shelfOf(context.library);
  const removed = wireBackup(context.library, shelf.existing(backup_id), context.now());
  if (removed.state === 'producing' || removed.state === 'downloading')
    throw new ServiceError('conflict', `Backup ${backup_id} is ${removed.state}. Cancel its job first`);
  shelf.remove(backup_id);
  return { backups: [removed] };
}

const one = ({ library, now }: Context, id: string): Wire => ({
  backups: [wireBackup(library, shelfOf(library).existing(id), now())],
});

function planMade({ library, now }: Context): Promise<Planned> {
  return asReplica(library, ({ keys: { databaseId, replicaId } }) =>
    planned(library, now(), {
      ...{ version: 1, backup_id: newId('backup'), origin: 'made', database_id: databaseId, created_at: now() },
      ...{ source_replica_id: replicaId, requester_replica_id: replicaId },
      ...UNBEGUN,
    }),
  );
}

const UNBEGUN = { job_id: null, request_key: null, sealed: null, verified_at: null } as const;

/** Returns the unfinished backup, or a new backup of the device that this one connects to. */
function planFetched({ library, now, signal }: Context, from: string | undefined): Promise<Planned> {
  return asReplica(library, async (replica) => {
    const peer = await metPeer(library, replica, { now, ...(signal && { signal }) });
    if (from !== undefined && from !== peer.replicaId)
      throw new ServiceError('conflict', `replica_id: the service belongs to device ${peer.replicaId}, not ${from}`);
    const begun = unfinished(library, peer.replicaId, now());
    if (begun !== undefined) {
      await interruptDead(library, begun, now);
      return planned(library, now(), begun);
    }
    if (!peer.snapshotPermitted)
      throw new ServiceError(
        'forbidden',
        `Device ${peer.replicaId} does not permit this device to fetch backups. On that device, run \`notes sync permit ${replica.keys.replicaId}\``,
      );
    const { databaseId, replicaId } = replica.keys;
    const request_key = newId('backup');
    return planned(library, now(), {
      ...{ version: 1, backup_id: idOfRequest(replicaId, request_key), origin: 'fetched', database_id: databaseId },
      ...{ source_replica_id: peer.replicaId, requester_replica_id: replicaId, created_at: now() },
      ...UNBEGUN,
      request_key,
    });
  });
}

function unfinished(library: Library, source: string, now: number): BackupRecord | undefined {
  const shelf = shelfOf(library);
  return shelf.all().findLast(({ backup_id, origin, source_replica_id, sealed }) => {
    const isOver = sealed?.expires_at != null && sealed.expires_at <= now;
    return origin === 'fetched' && source_replica_id === source && !isOver && !shelf.isWhole(backup_id);
  });
}

/** Milliseconds within which a process takes the lock after its job has started. */
const SETTLED_MS = 5_000;

/**
 * Marks the job of a dead process as interrupted, so that it is resumed at once: the lock ended with the process,
 * whatever the state in the job's row.
 */
async function interruptDead(library: Library, { job_id }: BackupRecord, now: () => number): Promise<void> {
  const shelf = shelfOf(library);
  while (job_id !== null && !shelf.isFetching()) {
    const job = library.store.read(({ jobs }) => jobs.get(job_id, now()));
    if (job?.state !== 'running' || job.heartbeatAt === null) return;
    const { heartbeatAt } = job;
    const left = heartbeatAt + SETTLED_MS - now();
    if (left <= 0) await library.store.write(({ jobs }) => jobs.interrupt(job_id, heartbeatAt));
    else await sleep(Math.min(left, SETTLED_MS));
  }
}

/** Stores the record, with its former job if that job can be resumed. */
function planned(library: Library, now: number, record: BackupRecord): Planned {
  const former = record.job_id;
  const state = former === null ? undefined : library.store.read(({ jobs }) => jobs.get(former, now)?.state);
  const job_id = former === null || state === undefined || state === 'succeeded' ? newId('job') : former;
  const kept = { ...record, job_id };
  shelfOf(library).keep(kept);
  const parameters: BackupParameters = { backup_id: record.backup_id };
  return { record: kept, order: { id: job_id, kind: BACKUP_KIND, parameters } };
}
