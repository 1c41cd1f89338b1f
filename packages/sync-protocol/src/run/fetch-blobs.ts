import { bytesToHex } from '@noble/hashes/utils.js';
import { concat } from '../bytes.js';
import { parseHeader } from '../frames/header.js';
import { isListed } from './artifacts.js';
import { MAX_CONCURRENT_BLOBS, type RunContext } from './context.js';
import { runConcurrently } from './run-concurrently.js';
import type { BlobRef, WantedBlob } from './store.js';

/** Fetches a text from any replica that has it, `author` first; null while some of it is not found. */
export async function fetchText(run: RunContext, text: BlobRef, author: string): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = 0; chunk < text.chunks; chunk += 1) {
    const bytes = await fetchChunk(run, text.sha256, chunk, author);
    if (bytes === null) return null;
    chunks.push(bytes);
    size += bytes.length;
    // The chunks exceed the declared size already; the rest need not be fetched.
    if (size > text.size) break;
  }
  const whole = concat(...chunks);
  if (whole.length === text.size && bytesToHex(run.crypto.sha256(whole)) === text.sha256) return whole;
  run.alerts.raise('resource_mismatch', author);
  return null;
}

/** Fetches the attachments the library wants. Attachments that are not found are requested again in a later run. */
export async function fetchBlobs(run: RunContext): Promise<void> {
  await runConcurrently(await run.store.listWantedBlobs(), MAX_CONCURRENT_BLOBS, (blob) => fetchBlob(run, blob));
}

async function fetchBlob(run: RunContext, blob: WantedBlob): Promise<void> {
  for (let chunk = 0; chunk < blob.chunks; chunk += 1) {
    if (blob.have.includes(chunk)) continue;
    const bytes = await fetchChunk(run, blob.sha256, chunk, null);
    if (bytes === null) return;
    if (!(await run.store.keepChunk(blob, chunk, bytes))) {
      run.alerts.raise('resource_mismatch', run.keys.replicaId);
      return;
    }
  }
  run.counts.blobsIn += 1;
}

async function fetchChunk(
  run: RunContext,
  sha256: string,
  chunk: number,
  first: string | null,
): Promise<Uint8Array | null> {
  const others = run.members.replicas.filter((replica) => replica !== first);
  let damagedBy: string | null = null;
  for (const namespace of first === null ? others : [first, ...others]) {
    if ((await run.blobs.findDamaged(namespace, sha256, chunk)).length > 0) damagedBy ??= namespace;
    for (const name of await run.blobs.find(namespace, sha256, chunk)) {
      const payload = await readChunk(run, namespace, name, chunk);
      if (payload instanceof Uint8Array) return payload;
      if (payload === 'damaged') damagedBy ??= namespace;
    }
  }
  if (damagedBy !== null)
    run.alerts.raise('carrier_damaged', damagedBy, { artifactClass: 'blobs', index: chunk, problem: 'digest' });
  return null;
}

/**
 * Opens an artifact of a member. Returns null when it cannot be opened yet, and `damaged` when it can never be opened.
 */
async function readChunk(
  run: RunContext,
  namespace: string,
  name: string,
  chunk: number,
): Promise<Uint8Array | 'damaged' | null> {
  const { carrier, counts, keys, members, cipher, signal } = run;
  signal?.throwIfAborted();
  const bytes = await carrier.get(namespace, 'blobs', name);
  if (bytes === null) return (await isListed(run, namespace, 'blobs', name)) ? 'damaged' : null;
  const header = parseHeader(bytes);
  if (header === null) return 'damaged';
  const signerKey = members.getSignKey(namespace, header.keyId);
  const epochKey = keys.epochs().find(({ id }) => id === header.epochId)?.key;
  if (signerKey === null || epochKey === undefined) return null;
  const { length } = bytes;
  const { databaseId } = keys;
  const payload = await cipher.decrypt({ databaseId, namespace, name, chunk, bytes, signerKey, epochKey });
  if (payload === null) return 'damaged';
  counts.bytesIn += length;
  run.reportProgress();
  return payload;
}
