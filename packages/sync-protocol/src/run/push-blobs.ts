import { CHUNK_LENGTH } from '../frames/artifact.js';
import { recordSeen } from './artifacts.js';
import { getSeenKey, MAX_CONCURRENT_BLOBS, type RunContext } from './context.js';
import { removeArtifacts } from './remove-artifacts.js';
import { runConcurrently } from './run-concurrently.js';
import type { BlobRef } from './store.js';

const BATCH_SIZE = 200;

/** Returns true when the carrier has fewer blobs of this replica than before. */
export const lacksBlobs = async (run: RunContext): Promise<boolean> => (await countLackedBlobs(run)) > 0;

/** Returns the number of undamaged blobs of this replica by which the carrier has fewer than before. */
export async function countLackedBlobs({ blobs, keys, seen }: RunContext): Promise<number> {
  return Math.max(0, (seen.get(getSeenKey(keys.replicaId, 'blobs')) ?? 0) - (await blobs.count(keys.replicaId)));
}

/** Puts local content that this replica has not put on this carrier yet. */
export async function pushBlobs(run: RunContext, kind: 'text' | 'resource'): Promise<void> {
  for (let pushed = new Set<string>(); ; ) {
    const blobs = await run.store.listUnpublishedBlobs(run.carrierId, kind, BATCH_SIZE);
    const fresh = blobs.filter(({ sha256 }) => !pushed.has(sha256));
    if (fresh.length === 0) return;
    await putBlobs(run, fresh);
    pushed = new Set([...pushed, ...fresh.map(({ sha256 }) => sha256)]);
  }
}

/**
 * Puts blobs and records those that are complete. After a crash, blobs that were put but not recorded are found on the
 * carrier. Content that is missing here is left to the replicas that have it.
 */
export async function putBlobs(run: RunContext, blobs: readonly BlobRef[]): Promise<void> {
  const complete: string[] = [];
  try {
    await runConcurrently(blobs, MAX_CONCURRENT_BLOBS, async (blob) => {
      if (await putBlob(run, blob)) complete.push(blob.sha256);
    });
  } finally {
    if (complete.length > 0) await recordPublished(run, complete);
  }
}

async function recordPublished(run: RunContext, sha256s: readonly string[]): Promise<void> {
  const { blobs, keys, store, carrierId } = run;
  // Blobs have no order, so only their number shows that one is lost.
  const seen = recordSeen(run, keys.replicaId, 'blobs', await blobs.count(keys.replicaId));
  await Promise.all([seen, store.recordPublishedBlobs(carrierId, sha256s)]);
}

/**
 * Puts the chunks of a blob that are missing on the carrier under every epoch. Returns false when some stay missing.
 */
async function putBlob(run: RunContext, blob: BlobRef): Promise<boolean> {
  const { blobs, keys } = run;
  for (let chunk = 0; chunk < blob.chunks; chunk += 1) {
    run.signal?.throwIfAborted();
    if ((await blobs.find(keys.replicaId, blob.sha256, chunk)).length > 0) continue;
    if (!(await putStoredChunk(run, blob, chunk))) return false;
  }
  run.counts.blobsOut += 1;
  return true;
}

/** Puts one chunk, even if the carrier has it; false when its bytes are not stored here or there is no epoch key. */
export async function putStoredChunk(run: RunContext, { sha256 }: BlobRef, chunk: number): Promise<boolean> {
  const bytes = await run.store.readBlob(sha256, chunk * CHUNK_LENGTH, CHUNK_LENGTH);
  if (bytes === null || run.members.current === null) return false;
  await putChunk(run, sha256, chunk, bytes);
  await removeDamaged(run, sha256, chunk);
  return true;
}

/** Removes damaged artifacts of a chunk that an undamaged one replaces. */
async function removeDamaged(run: RunContext, sha256: string, chunk: number): Promise<void> {
  await removeArtifacts(run, 'blobs', await run.blobs.findDamaged(run.keys.replicaId, sha256, chunk));
}

async function putChunk(run: RunContext, sha256: string, chunk: number, payload: Uint8Array): Promise<void> {
  const { keys, carrier, counts, cipher } = run;
  const epoch = run.members.current;
  if (epoch === null) return;
  const { databaseId, replicaId: namespace, signer } = keys;
  const { name, bytes } = await cipher.encrypt({ sha256, chunk, databaseId, namespace, epoch, signer, payload });
  await carrier.put('blobs', name, bytes);
  await run.blobs.add(namespace, name);
  counts.bytesOut += bytes.length;
  run.reportProgress();
}
