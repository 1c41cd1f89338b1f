import { ServiceError } from '@notes/contract';
import {
  type ArtifactClass,
  artifactDigest,
  type Crypto,
  parseArtifactName,
  parseHeader,
  verifyArtifact,
} from '@notes/sync-protocol';

/** An uploaded artifact, and its claimed identity. */
export interface ArrivingArtifact {
  readonly databaseId: string;
  /** Namespace of the signer of the request, the only one it may write to. */
  readonly namespace: string;
  readonly artifactClass: ArtifactClass;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns the Ed25519 key of a key id that belongs, or belonged, to a replica; undefined otherwise. */
export type KeyOfReplica = (keyId: string, replicaId: string) => Uint8Array | undefined;

/**
 * Checks everything about an artifact that can be known without a group key.
 *
 * @throws ServiceError `validation_failed`
 */
export function checkArtifact(crypto: Crypto, arriving: ArrivingArtifact, keyOf: KeyOfReplica): void {
  const { databaseId, namespace, artifactClass, name, bytes } = arriving;
  const header = parseHeader(bytes);
  const named = parseArtifactName(artifactClass, name);
  if (header === null) throw refused('its header is invalid');
  if (named === null || header.artifactClass !== artifactClass) throw refused('its class differs from the address');
  if (artifactDigest(crypto, bytes) !== named.digest)
    throw refused('its name does not contain the digest of its bytes');
  if (typeof named.place === 'number' && named.place !== header.index)
    throw refused('its name and its header have different indexes');
  const key = keyOf(header.keyId, namespace);
  if (key === undefined || !verifyArtifact(crypto, { databaseId, namespace }, bytes, key))
    throw refused('it is not signed for this library by the device that sends it');
}

const refused = (why: string) => new ServiceError('validation_failed', `The artifact is refused: ${why}`);
