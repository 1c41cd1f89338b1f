import { bytesToHex } from '@noble/hashes/utils.js';
import { compareBytes } from '../bytes.js';
import type { ArtifactClass } from '../carrier/carrier.js';
import { sealArtifact } from '../frames/artifact.js';
import { nameOf } from '../frames/name.js';
import type { Epoch } from '../keys/epoch.js';
import type { AuthorState } from '../log/succession.js';
import { noteSeen, openFrom } from './artifacts.js';
import type { RunContext } from './context.js';
import type { SealedArtifact } from './store.js';

/** A payload to publish as an artifact. */
export interface Publication {
  readonly artifactClass: Exclude<ArtifactClass, 'blobs' | 'recovery'>;
  readonly index: number;
  readonly payload: Uint8Array;
  readonly epoch: Epoch;
  /** Returns the state of this replica's log after the segment, from the digest of its artifact; for `ops` only. */
  readonly after?: (sha256: string) => AuthorState;
  /** Called with the digest of the artifact once it is stored. */
  readonly kept?: (sha256: string) => void;
}

/**
 * Encrypts a payload once, stores the artifact, and puts it only then. After a crash the next run puts the stored bytes
 * again.
 *
 * @returns false when the library advanced meanwhile and nothing was published
 */
export async function publish(run: RunContext, publication: Publication): Promise<boolean> {
  const { artifactClass, index, payload } = publication;
  const bytes = sealed(run, publication);
  const sha256 = bytesToHex(run.crypto.sha256(bytes));
  const artifact = { artifactClass, index, name: nameOf(index, sha256), sha256, bytes };
  if (!(await run.store.keepSealed(artifact, publication.after?.(sha256)))) return false;
  const kept = await run.store.sealedBytes(artifactClass, index);
  if (kept === null || !opensAs(run, { ...artifact, bytes: kept }, payload))
    throw new Error(`The stored artifact ${artifactClass} ${index} does not decrypt to its payload.`);
  publication.kept?.(sha256);
  await put(run, artifact);
  return true;
}

/** Puts a stored artifact on the carrier. */
export async function put(run: RunContext, artifact: SealedArtifact): Promise<void> {
  run.signal?.throwIfAborted();
  const { artifactClass, index, name, sha256, bytes } = artifact;
  await run.keys.raiseHighWater(artifactClass, { index, sha256 });
  await run.carrier.put(artifactClass, name, bytes);
  run.counts.bytesOut += bytes.length;
  run.moved();
  await noteSeen(run, run.keys.replicaId, artifactClass, index);
}

function sealed(
  { crypto, codec, keys }: RunContext,
  { artifactClass, index, payload, epoch }: Publication,
): Uint8Array {
  const { databaseId, replicaId: namespace, signer } = keys;
  return sealArtifact(crypto, codec, { artifactClass, index, databaseId, namespace, epoch, signer, payload });
}

function opensAs(run: RunContext, { artifactClass, index, bytes }: SealedArtifact, payload: Uint8Array): boolean {
  if (artifactClass === 'recovery') return true;
  const opened = openFrom(run, run.keys.replicaId, artifactClass, index, bytes);
  return opened.ok && compareBytes(opened.payload, payload) === 0;
}
