import { statfsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import { asFileError, type JobProgress, StorageError } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import {
  BACKUP_RANGE_BYTES,
  type BackupOffer,
  CarrierError,
  type ConnectedPeer,
  RestBackups,
} from '@notes/sync-protocol/carrier';
import type { Library } from '../../platform/context.js';
import { SafeMessageError } from '../../platform/jobs/fault.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { loadGroup } from '../center/group.js';
import { openPeerTarget, type PeerTarget, type PeerTargetOptions } from '../center/peer-target.js';
import type { Replica } from '../center/replica.js';
import { asServiceError, readTargetSettings } from '../center/sync-target.js';
import { isSound, verifyBackup } from './inspect.js';
import type { BackupRecord, EncryptedBytes, EncryptedRecord } from './record.js';
import type { BackupShelf } from './shelf.js';

type ConnectOptions = Omit<PeerTargetOptions, 'state'>;

/** Interval in milliseconds at which the state of a backup being made is polled. */
const POLL_INTERVAL_MS = 2_000;
/** Longest time in milliseconds that making a backup may take. */
const MAX_CREATION_MS = 2 * 3_600_000;
/** Maximum broken connections in a row. */
const MAX_CONSECUTIVE_BREAKS = 6;

/**
 * Connects to the other device and returns its current response. @throws ServiceError `sync_disabled` where the
 * settings name no service
 */
export async function connectToPeer(
  library: Library,
  replica: Replica,
  meeting: ConnectOptions,
): Promise<ConnectedPeer> {
  const place = await openServiceTarget(library, replica, meeting);
  try {
    return await identifyPeer(place);
  } catch (error) {
    throw asServiceError(error);
  } finally {
    place.close();
  }
}

async function openServiceTarget(library: Library, replica: Replica, meeting: ConnectOptions): Promise<PeerTarget> {
  const chosen = readTargetSettings(library.config);
  if (chosen.target !== 'rest')
    throw new ServiceError(
      'sync_disabled',
      `Backups are fetched from the service of another device, and sync.target is ${chosen.target}. Set sync.target to rest`,
    );
  const { state } = await loadGroup(replica, new LibrarySyncStore(library));
  return openPeerTarget(replica, chosen, { ...meeting, state });
}

async function identifyPeer({ carrier }: PeerTarget): Promise<ConnectedPeer> {
  await carrier.identity();
  if (carrier.peer === null) throw new CarrierError('not_a_carrier', 'The service did not identify itself');
  return carrier.peer;
}

interface FetchOptions {
  readonly replica: Replica;
  readonly shelf: BackupShelf;
  readonly record: BackupRecord;
}

/**
 * Fetches the backup of a record: requests it, downloads the missing part and verifies it completely. Downloaded bytes
 * stay, and the next run continues behind them.
 */
export async function fetchBackup(job: JobRun, { replica, shelf, record }: FetchOptions): Promise<JobProgress> {
  const { library, now, signal } = job;
  const lock = shelf.beginFetching();
  try {
    return await fetchFrom(await openServiceTarget(library, replica, { now, signal }), job, { replica, shelf, record });
  } finally {
    lock.release();
  }
}

async function fetchFrom(place: PeerTarget, job: JobRun, { shelf, record }: FetchOptions): Promise<JobProgress> {
  const { now, signal } = job;
  try {
    const { replicaId } = await identifyPeer(place);
    if (replicaId !== record.source_replica_id)
      throw new ServiceError(
        'conflict',
        `Backup ${record.backup_id} is from device ${record.source_replica_id}, but the service belongs to ${replicaId}. Set sync.rest_peer.base_url to the first device`,
      );
    const peer = new RestBackups(place.carrier, now);
    const known = await awaitOffer(job, peer, { shelf, record });
    if (!shelf.isComplete(record.backup_id)) await download(job, peer, { shelf, record: known });
    await verify(job, shelf, known);
    const { size_bytes } = known.sealed;
    return { phase: 'done', processed: size_bytes, total: size_bytes, summary: {} };
  } catch (error) {
    signal.throwIfAborted();
    throw asServiceError(error);
  } finally {
    place.close();
  }
}

/** Returns the description of the backup once it is made. */
async function awaitOffer(
  job: JobRun,
  peer: RestBackups,
  { shelf, record }: Pick<FetchOptions, 'shelf' | 'record'>,
): Promise<EncryptedRecord> {
  if (record.sealed !== null) return { ...record, sealed: record.sealed };
  await job.save({ phase: 'making', processed: 0, total: null, summary: {} });
  const until = performance.now() + MAX_CREATION_MS;
  for (;;) {
    const offer = await retryInterrupted(job, () => peer.request(record.request_key ?? ''));
    if (offer !== null) {
      const known = { ...record, sealed: toEncryptedBytes(record, offer) };
      shelf.keep(known);
      return known;
    }
    if (performance.now() > until)
      throw new ServiceError('request_timeout', 'The other device did not finish the backup within 2 hours. Try again');
    await sleep(POLL_INTERVAL_MS, undefined, { signal: job.signal });
  }
}

function toEncryptedBytes({ backup_id, database_id }: BackupRecord, offer: BackupOffer): EncryptedBytes {
  if (offer.backup_id !== backup_id || offer.database_id !== database_id)
    throw new CarrierError('refused', 'The service answered with a backup that was not requested');
  const { size_bytes, sha256, frame_bytes, frames, epoch_id, vv } = offer;
  const times = { created_at: Date.parse(offer.created_at), expires_at: Date.parse(offer.expires_at) };
  return { size_bytes, sha256, frame_bytes, frames, epoch_id, vv, ...times };
}

async function download(
  job: JobRun,
  peer: RestBackups,
  { shelf, record }: { readonly shelf: BackupShelf; readonly record: EncryptedRecord },
): Promise<void> {
  const { backup_id: id, sealed } = record;
  const total = sealed.size_bytes;
  let have = shelf.getStoredBytes(id);
  refuseTooLarge(shelf.folderFor(id), total - have);
  const file = await open(shelf.partPathFor(id), 'a', 0o600);
  try {
    while (have < total) {
      const from = have;
      const length = Math.min(BACKUP_RANGE_BYTES, total - have);
      const part = await retryInterrupted(job, () => peer.read(id, from, length));
      if (part === null)
        throw new SafeMessageError('conflict', 'The other device no longer has this backup. Request another one');
      await append(file, part);
      have += part.length;
      await job.save({ phase: 'fetching', processed: have, total, summary: {} });
    }
  } finally {
    await file.close();
  }
  shelf.complete(id);
}

/** @throws StorageError `full` when the disk has no room for the backup, before anything is fetched */
function refuseTooLarge(folder: string, wanted: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (wanted > bavail * bsize)
    throw new StorageError(
      'full',
      `The backup needs ${wanted} more bytes, and ${bavail * bsize} are free. Make room on the disk`,
    );
}

async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.appendFile(bytes);
  } catch (error) {
    throw asFileError(error);
  }
}

/** Repeats an interrupted request after a delay. */
async function retryInterrupted<T>({ signal }: JobRun, ask: () => Promise<T>): Promise<T> {
  for (let breaks = 1; ; breaks += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      const isBreak = error instanceof CarrierError && error.code === 'unreachable';
      if (!isBreak || breaks >= MAX_CONSECUTIVE_BREAKS) throw error;
      await sleep(POLL_INTERVAL_MS * breaks, undefined, { signal });
    }
  }
}

/** Verifies the backup. A backup that differs from its declaration or cannot be decrypted is not kept. */
async function verify({ library, now, signal }: JobRun, shelf: BackupShelf, record: EncryptedRecord): Promise<void> {
  const found = await verifyBackup({ library, now, signal }, record);
  if (isSound(found)) return;
  shelf.removeContents(record.backup_id);
  throw new SafeMessageError(
    'conflict',
    `The fetched backup is not usable (${found.problems[0]?.code}) and was deleted. Request it again`,
  );
}
