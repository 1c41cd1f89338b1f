import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { runJob } from '../../jobs/run-job.js';
import { type JobOrder, startJob } from '../../jobs/take-up.js';
import { asReplica } from '../center/replica.js';
import { BACKUP_KIND, type BackupParameters, runBackup } from './backup-job.js';
import type { BackupRecord } from './record.js';
import { shelfOf, wireBackup } from './wire.js';

type Wire = Output<'listBackups'>;

/** A backup that is to be made or fetched, and the job that does it. */
interface Planned {
  readonly record: BackupRecord;
  readonly order: JobOrder;
}

/** Lists backups, or has one made: the service does it. */
export async function manageBackups(context: Context, { action }: Input<'manageBackups'>): Promise<Wire> {
  if (action === 'list') return listBackups(context);
  const { record, order } = await planMade(context);
  await context.library.store.write(({ jobs }) => jobs.insert(order, context.now()));
  return one(context, record.backup_id);
}

export function listBackups({ library, now }: Context): Wire {
  const records = shelfOf(library).all();
  return { backups: records.map((record) => wireBackup(library, record, now())) };
}

/** Makes one in this process. */
export async function createBackup(context: Context): Promise<Wire> {
  const { record, order } = await planMade(context);
  const { error } = await runJob(context, await startJob(context, order), runBackup);
  if (error !== undefined) throw error;
  return one(context, record.backup_id);
}

/** Removes a backup that is kept here; answers it as it was. */
export function removeBackup(context: Context, { backup_id }: Input<'removeBackup'>): Wire {
  const shelf = shelfOf(context.library);
  const removed = wireBackup(context.library, shelf.existing(backup_id), context.now());
  if (removed.state === 'producing' || removed.state === 'downloading')
    throw new ServiceError('conflict', `this backup is ${removed.state}: cancel its job first`);
  shelf.remove(backup_id);
  return { backups: [removed] };
}

const one = ({ library, now }: Context, id: string): Wire => ({
  backups: [wireBackup(library, shelfOf(library).existing(id), now())],
});

function planMade({ library, now }: Context): Promise<Planned> {
  return asReplica(library, ({ keys: { databaseId, replicaId } }) => {
    const job_id = newId('job');
    const record: BackupRecord = {
      version: 1,
      backup_id: newId('backup'),
      origin: 'made',
      database_id: databaseId,
      source_replica_id: replicaId,
      requester_replica_id: replicaId,
      created_at: now(),
      job_id,
      request_key: null,
      sealed: null,
      verified_at: null,
    };
    shelfOf(library).keep(record);
    return planned(record, job_id);
  });
}

function planned(record: BackupRecord, id: string): Planned {
  const parameters: BackupParameters = { backup_id: record.backup_id };
  return { record, order: { id, kind: BACKUP_KIND, parameters } };
}
