import type { ArtifactClass } from '../artifact-class.js';
import type { KeyPair } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import type { Epoch } from '../keys/epoch.js';

/** Highest index a replica has published in a class. */
export interface HighWater {
  readonly index: number;
  /** SHA-256 of the artifact in hexadecimal. */
  readonly sha256: string;
}

/**
 * Identity, keys and publication marks of a replica. They are stored outside the library, so copies of the library do
 * not contain them. Writes are durable when they resolve.
 */
export interface SyncKeys {
  readonly databaseId: string;
  readonly replicaId: string;
  /** Id of the first operation of the control log, received with the invitation. */
  readonly genesis: string;
  readonly signer: Signer;
  readonly box: KeyPair;
  epochs(): readonly Epoch[];
  keepEpoch(epoch: Epoch): Promise<void>;
  highWater(artifactClass: ArtifactClass): HighWater | null;
  /** Raises the mark, which never decreases: a database below it was restored to an earlier state. */
  raiseHighWater(artifactClass: ArtifactClass, mark: HighWater): Promise<void>;
}
