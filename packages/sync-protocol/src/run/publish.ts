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

export interface Publication {
  readonly artifactClass: Exclude<ArtifactClass, 'blobs' | 'recovery'>;
  readonly index: number;
  readonly payload: Uint8Array;
  readonly epoch: Epoch;
  /** Of `ops`: the state this replica's log is in then, by the digest of the artifact. */
  readonly after?: (sha256: string) => AuthorState;
  /** Told of the digest of the artifact once it is kept. */
  readonly kept?: (sha256: string) => void;
}

/**
 * Seals once, keeps, and only then puts those bytes. Whatever happens between, the next run finds the kept ones and
 * puts the same again. False where the library has come further meanwhile: nothing was published.
 */
export async function publish(run: RunContext, publication: Publication): Promise<boolean> {
  const { artifactClass, index, payload } = publication;
  const bytes = sealed(run, publication);
  const sha256 = bytesToHex(run.crypto.sha256(bytes));
  const artifact = { artifactClass, index, name: nameOf(index, sha256), sha256, bytes };
  if (!(await run.store.keepSealed(artifact, publication.after?.(sha256)))) return false;
  const kept = await run.store.sealedBytes(artifactClass, index);
  if (kept === null || !opensAs(run, { ...artifact, bytes: kept }, payload))
    throw new Error(`what was kept of ${artifactClass} ${index} does not open as what was sealed`);
  publication.kept?.(sha256);
  await put(run, artifact);
  return true;
}

/** Puts an artifact that was kept, again or for the first time. */
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
