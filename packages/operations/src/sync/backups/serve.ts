import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context, PeerCaller } from '../../platform/context.js';
import { idForSource, newId } from '../../platform/ids.js';
import { getCaller, getPeerService, notFoundError } from '../peers/caller.js';
import { readBytes } from './encrypted-file.js';
import { makeBackup } from './make-backup.js';
import { type BackupRecord, type EncryptedRecord, isEncrypted } from './record.js';
import type { BackupShelf } from './shelf.js';
import { openShelf, wirePeerBackup } from './wire.js';

/** Milliseconds for which a backup can be fetched. */
const LIFETIME_MS = 7 * 86_400_000;

/**
 * Makes a backup for the requesting peer, or describes the one requested with the same key. A peer has one backup at a
 * time: a new one replaces the former.
 */
export async function createPeerBackup(
  context: Context,
  { request_key }: Input<'createPeerBackup'>,
): Promise<Output<'createPeerBackup'>> {
  const caller = getCaller(context);
  const peers = getPeerService(context);
  await peers.refreshMembers();
  if (!isPermitted(context, caller))
    throw new ServiceError(
      'forbidden',
      `Device ${caller.replicaId} may not fetch backups. On the device that serves them, run \`notes sync permit ${caller.replicaId}\``,
    );
  const { library, now } = context;
  const shelf = openShelf(library);
  shelf.removeExpired(now());
  const record = recordFor(context, caller, request_key);
  const known = shelf.find(record.backup_id);
  if (isEncrypted(known)) return wirePeerBackup(known);

  const keys = peers.identity();
  if (keys === null) throw notFoundError();
  const replica = { crypto: peers.crypto, keys, dataDir: library.store.paths.dataDir, store: peers.store };
  // A requester that gave a key can ask again and need not stay connected.
  const signal = request_key === undefined ? context.signal : peers.closing;
  const made = await makeBackup({ library, replica, shelf, now, signal }, record, LIFETIME_MS);
  removeOthers(shelf, made);
  return wirePeerBackup(made);
}

function recordFor({ library, now }: Context, { replicaId }: PeerCaller, key: string | undefined): BackupRecord {
  return {
    version: 1,
    backup_id: key === undefined ? newId('backup') : idForRequest(replicaId, key),
    origin: 'served',
    database_id: library.databaseId,
    source_replica_id: library.replicaId,
    requester_replica_id: replicaId,
    created_at: now(),
    job_id: null,
    request_key: key ?? null,
    sealed: null,
    verified_at: null,
  };
}

/** Derives one id for a request key, so that a requester that lost the response finds the backup again. */
export const idForRequest = (requester: string, key: string): string =>
  idForSource('backup', { kind: requester, id: key });

function removeOthers(shelf: BackupShelf, made: EncryptedRecord): void {
  for (const { backup_id, origin, requester_replica_id: requester } of shelf.all())
    if (origin === 'served' && requester === made.requester_replica_id && backup_id !== made.backup_id)
      shelf.remove(backup_id);
}

/** Returns a backup for range reads. A missing, expired or foreign backup gives the same response. */
export function readPeerBackup(context: Context, { backup_id }: Input<'readPeerBackup'>): Output<'readPeerBackup'> {
  const caller = getCaller(context);
  const { library, now } = context;
  const shelf = openShelf(library);
  const record = shelf.find(backup_id);
  if (!isEncrypted(record) || !isPermitted(context, caller)) throw notFoundError();
  const { origin, requester_replica_id: requester, sealed } = record;
  const isOver = sealed.expires_at === null || sealed.expires_at <= now();
  if (origin !== 'served' || requester !== caller.replicaId || isOver) throw notFoundError();
  const path = shelf.encryptedPathFor(backup_id);
  return {
    sha256: sealed.sha256,
    size_bytes: sealed.size_bytes,
    read: (first, last) => readBytes(path, first, last),
  };
}

const isPermitted = (context: Context, { keyId }: PeerCaller): boolean =>
  getPeerService(context).store.peers.find(keyId)?.snapshotPermitted === true;
