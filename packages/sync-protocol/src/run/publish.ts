import { bytesToHex } from '@noble/hashes/utils.js';
import type { ArtifactClass } from '../artifact-class.js';
import { isEqual } from '../bytes.js';
import { encryptArtifact } from '../frames/artifact.js';
import { formatArtifactName } from '../frames/name.js';
import type { Epoch } from '../keys/epoch.js';
import type { AuthorState } from '../log/succession.js';
import { openMemberArtifact, recordSeen } from './artifacts.js';
import type { RunContext } from './context.js';
import type { OwnArtifact } from './store.js';

/** A payload to publish as an artifact. */
export interface Publication {
  readonly artifactClass: Exclude<ArtifactClass, 'blobs' | 'recovery'>;
  readonly index: number;
  readonly payload: Uint8Array;
  readonly epoch: Epoch;
  /** Returns the state of this replica's log after the segment, from the digest of its artifact; for `ops` only. */
  readonly getStateAfter?: (sha256: string) => AuthorState;
  /** Called with the digest of the artifact once it is stored. */
  readonly onStored?: (sha256: string) => void;
}

/**
 * Encrypts a payload once, stores the artifact, and puts it only then. After a crash the next run puts the stored bytes
 * again.
 *
 * @returns false when the library advanced meanwhile and nothing was published
 */
export async function publish(run: RunContext, publication: Publication): Promise<boolean> {
  const { artifactClass, index, payload } = publication;
  const bytes = encryptPublication(run, publication);
  const sha256 = bytesToHex(run.crypto.sha256(bytes));
  const artifact = { artifactClass, index, name: formatArtifactName(index, sha256), sha256, bytes };
  if (!(await run.store.keepArtifact(artifact, publication.getStateAfter?.(sha256)))) return false;
  const kept = await run.store.readArtifact(artifactClass, index);
  if (kept === null || !decryptsTo(run, { ...artifact, bytes: kept }, payload))
    throw new Error(`The stored artifact ${artifactClass} ${index} does not decrypt to its payload.`);
  publication.onStored?.(sha256);
  await putArtifact(run, artifact);
  return true;
}

/** Puts a stored artifact on the carrier. */
export async function putArtifact(run: RunContext, artifact: OwnArtifact): Promise<void> {
  run.signal?.throwIfAborted();
  const { artifactClass, index, name, sha256, bytes } = artifact;
  await run.keys.raiseHighWater(artifactClass, { index, sha256 });
  await run.carrier.put(artifactClass, name, bytes);
  run.counts.bytesOut += bytes.length;
  run.reportProgress();
  await recordSeen(run, run.keys.replicaId, artifactClass, index);
}

function encryptPublication(
  { crypto, codec, keys }: RunContext,
  { artifactClass, index, payload, epoch }: Publication,
): Uint8Array {
  const { databaseId, replicaId: namespace, signer } = keys;
  return encryptArtifact(crypto, codec, { artifactClass, index, databaseId, namespace, epoch, signer, payload });
}

function decryptsTo(run: RunContext, { artifactClass, index, bytes }: OwnArtifact, payload: Uint8Array): boolean {
  if (artifactClass === 'recovery') return true;
  const opened = openMemberArtifact(run, run.keys.replicaId, artifactClass, index, bytes);
  return opened.ok && isEqual(opened.payload, payload);
}
