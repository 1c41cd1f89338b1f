import type { ArtifactClass } from '../carrier/carrier.js';
import type { KeyPair } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import type { Epoch } from '../keys/epoch.js';

/** How far a replica has come in a class, as far as anybody may have seen. */
export interface HighWater {
  readonly index: number;
  /** Of the artifact, in hexadecimal. */
  readonly sha256: string;
}

/**
 * What a replica knows outside its library, so that no copy of the library has it: who it is, its keys, and how far it
 * has published. What writes is durable when it resolves.
 */
export interface SyncKeys {
  readonly databaseId: string;
  readonly replicaId: string;
  /** The id of the first operation of the control log, as whoever invited told it. */
  readonly genesis: string;
  readonly signer: Signer;
  readonly box: KeyPair;
  epochs(): readonly Epoch[];
  keepEpoch(epoch: Epoch): Promise<void>;
  highWater(artifactClass: ArtifactClass): HighWater | null;
  /** Never lowered: a database that is below it was put back to an earlier state. */
  raiseHighWater(artifactClass: ArtifactClass, mark: HighWater): Promise<void>;
}
