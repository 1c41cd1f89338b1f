import { type Output, ServiceError } from '@notes/contract';
import type { JobRow } from '@notes/storage';
import { PAYLOAD_TYPE } from '@notes/sync-protocol/backup';
import type { Library } from '../../platform/context.js';
import { timestamp, wireJob } from '../../platform/wire.js';
import type { BackupRecord, EncryptedRecord } from './record.js';
import { BackupShelf } from './shelf.js';

type Wire = Output<'listBackups'>['backups'][number];
type State = Wire['state'];

export const openShelf = ({ store }: Pick<Library, 'store'>): BackupShelf => new BackupShelf(store.paths.dataDir);

/** Returns a backup in the wire form for the user of this device. */
export function wireBackup({ store }: Library, record: BackupRecord, now: number): Wire {
  const { sealed, job_id } = record;
  const shelf = openShelf({ store });
  const row = job_id === null ? undefined : store.read(({ jobs }) => jobs.get(job_id, now));
  const job = row === undefined ? null : wireJob(row);
  return {
    backup_id: record.backup_id,
    origin: record.origin,
    source_replica_id: record.source_replica_id,
    requester_replica_id: record.requester_replica_id,
    created_at: timestamp(record.created_at),
    expires_at: sealed?.expires_at == null || record.origin === 'fetched' ? null : timestamp(sealed.expires_at),
    state: deriveState(record, {
      isWhole: shelf.isComplete(record.backup_id),
      isUnderWay: isUnderWay(shelf, record, row, now),
      now,
    }),
    size_bytes: sealed?.size_bytes ?? null,
    received_bytes: shelf.getStoredBytes(record.backup_id),
    sha256: sealed?.sha256 ?? null,
    job,
  };
}

/** Milliseconds within which a process takes the lock after its job has started. */
const LOCK_GRACE_MS = 5_000;

/**
 * Returns true while a living process makes or fetches the backup. A dead process does neither, whatever the state in
 * its job's row: its lock ended with it.
 */
function isUnderWay(shelf: BackupShelf, { origin }: BackupRecord, job: JobRow | undefined, now: number): boolean {
  if (origin === 'served') return shelf.isMaking();
  if (job?.state !== 'running') return job?.state === 'queued';
  const isHeld = origin === 'made' ? shelf.isMaking() : shelf.isFetching();
  return isHeld || (job.heartbeatAt ?? 0) > now - LOCK_GRACE_MS;
}

function deriveState(
  { sealed, verified_at, damaged_at }: BackupRecord,
  { isWhole, isUnderWay, now }: { readonly isWhole: boolean; readonly isUnderWay: boolean; readonly now: number },
): State {
  if (isWhole && damaged_at !== undefined) return 'failed';
  if (isWhole && sealed !== null) return verified_at === null ? 'ready' : 'verified';
  if (isUnderWay) return sealed === null ? 'producing' : 'downloading';
  return sealed?.expires_at != null && sealed.expires_at <= now ? 'expired' : 'failed';
}

/** Returns a backup in the wire form for the replica that requested it. */
export function wirePeerBackup({ backup_id, database_id, sealed }: EncryptedRecord): Output<'createPeerBackup'> {
  if (sealed.expires_at === null)
    throw new ServiceError('internal_error', 'A backup made for another device has no expiry');
  return {
    backup_id,
    created_at: timestamp(sealed.created_at),
    expires_at: timestamp(sealed.expires_at),
    size_bytes: sealed.size_bytes,
    sha256: sealed.sha256,
    frame_bytes: sealed.frame_bytes,
    frames: sealed.frames,
    payload_type: PAYLOAD_TYPE,
    database_id,
    epoch_id: sealed.epoch_id,
    vv: sealed.vv,
  };
}
