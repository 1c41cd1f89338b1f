import { ServiceError } from '@notes/contract';
import {
  type ArtifactClass,
  type Crypto,
  computeArtifactDigest,
  parseArtifactName,
  parseHeader,
  verifyArtifact,
} from '@notes/sync-protocol';

/** An uploaded artifact, and its claimed identity. */
export interface UploadedArtifact {
  readonly databaseId: string;
  /** Namespace of the signer of the request, the only one it may write to. */
  readonly namespace: string;
  readonly artifactClass: ArtifactClass;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns the Ed25519 key of a key id that belongs, or belonged, to a replica; undefined otherwise. */
export type FindReplicaKey = (keyId: string, replicaId: string) => Uint8Array | undefined;

/**
 * Checks everything about an artifact that can be known without a group key.
 *
 * @throws ServiceError `validation_failed`
 */
export function checkArtifact(crypto: Crypto, arriving: UploadedArtifact, keyOf: FindReplicaKey): void {
  const { databaseId, namespace, artifactClass, name, bytes } = arriving;
  const header = parseHeader(bytes);
  const named = parseArtifactName(artifactClass, name);
  if (header === null) throw artifactError('its header is invalid');
  if (named === null || header.artifactClass !== artifactClass)
    throw artifactError('its class differs from the address');
  if (computeArtifactDigest(crypto, bytes) !== named.digest)
    throw artifactError('its name does not contain the digest of its bytes');
  if (typeof named.position === 'number' && named.position !== header.index)
    throw artifactError('its name and its header have different indexes');
  const key = keyOf(header.keyId, namespace);
  if (key === undefined || !verifyArtifact(crypto, { databaseId, namespace }, bytes, key))
    throw artifactError('it is not signed for this library by the device that sends it');
}

const artifactError = (why: string) => new ServiceError('validation_failed', `The artifact is refused: ${why}`);
