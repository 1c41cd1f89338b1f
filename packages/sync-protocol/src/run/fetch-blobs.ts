import { bytesToHex } from '@noble/hashes/utils.js';
import { concat } from '../bytes.js';
import { parseHeader } from '../frames/header.js';
import { eachAtOnce } from './at-once.js';
import { BLOBS_AT_ONCE, type RunContext } from './context.js';
import type { BlobRef, WantedBlob } from './store.js';

/** A text from whoever has it, `author` first; null where not all of it is to be found yet. */
export async function fetchText(run: RunContext, text: BlobRef, author: string): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = 0; chunk < text.chunks; chunk += 1) {
    const bytes = await fetchChunk(run, text.sha256, chunk, author);
    if (bytes === null) return null;
    chunks.push(bytes);
    size += bytes.length;
    // More than it says it is: what more there is need not be looked at.
    if (size > text.size) break;
  }
  const whole = concat(...chunks);
  if (whole.length === text.size && bytesToHex(run.crypto.sha256(whole)) === text.sha256) return whole;
  run.alerts.raise('resource_mismatch', author);
  return null;
}

/** Fetches what the library wants of attachments. What is nowhere yet is asked for again in a later run. */
export async function fetchBlobs(run: RunContext): Promise<void> {
  await eachAtOnce(await run.store.wantedBlobs(), BLOBS_AT_ONCE, (blob) => fetchBlob(run, blob));
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
  for (const namespace of first === null ? others : [first, ...others])
    for (const name of await run.blobs.find(namespace, sha256, chunk)) {
      const payload = await openFound(run, namespace, name, chunk);
      if (payload !== null) return payload;
    }
  return null;
}

/** What an artifact of a member holds; null where it is not there, not whole yet, or not that chunk. */
async function openFound(run: RunContext, namespace: string, name: string, chunk: number): Promise<Uint8Array | null> {
  const { carrier, counts, keys, members, sealer, signal } = run;
  signal?.throwIfAborted();
  const bytes = await carrier.get(namespace, 'blobs', name);
  const header = bytes && parseHeader(bytes);
  if (!bytes || !header) return null;
  const signerKey = members.signKey(namespace, header.keyId);
  const epochKey = keys.epochs().find(({ id }) => id === header.epochId)?.key;
  if (signerKey === null || epochKey === undefined) return null;
  const { length } = bytes;
  const { databaseId } = keys;
  const payload = await sealer.open({ databaseId, namespace, name, chunk, bytes, signerKey, epochKey });
  if (payload === null) return null;
  counts.bytesIn += length;
  run.moved();
  return payload;
}
