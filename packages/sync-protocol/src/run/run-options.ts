import type { Carrier } from '../carrier/carrier.js';
import type { Codec, Crypto } from '../crypto.js';
import type { ChunkCipher } from './chunks.js';
import type { SyncKeys } from './keys.js';
import type { SyncStore } from './store.js';

/** Phases of a run in order. */
export const RUN_PHASES = [
  'handshake',
  'pull_members',
  'push_members',
  'push_text_blobs',
  'push_ops',
  'pull_ops',
  'push_blobs',
  'ack',
  'fetch_blobs',
  'snapshot',
  'done',
] as const;
/** Phase of a run, one of {@link RUN_PHASES}. */
export type RunPhase = (typeof RUN_PHASES)[number];

/** Parts that a run works with: the store, the keys, the carrier and the primitives. */
export interface RunOptions {
  readonly store: SyncStore;
  readonly keys: SyncKeys;
  readonly carrier: Carrier;
  readonly crypto: Crypto;
  readonly codec: Codec;
  /** Encrypts and decrypts chunks of blobs. The default works in this thread. */
  readonly cipher?: ChunkCipher | undefined;
  /** Returns milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Merge versions the library supports, ascending. The default is those of this program. */
  readonly mergeVersions?: readonly number[] | undefined;
  /** `resources`: fetches attachments only, and publishes and applies nothing. */
  readonly kind?: 'whole' | 'resources' | undefined;
  /** True to write a checkpoint even if none is due. */
  readonly snapshot?: boolean | undefined;
  /**
   * Digest of a checkpoint to accept although only its author has verified it, as an alert named it. A person has
   * checked who the author is.
   */
  readonly acceptCheckpoint?: string | undefined;
  /** Milliseconds for which a replica holds its operations back at most, until it has others; one day by default. */
  readonly maxWaitMs?: number | undefined;
  /** Checked between artifacts. Completed work is kept. */
  readonly signal?: { throwIfAborted(): void } | undefined;
  /** Called at the start of each phase and after each artifact, with the counts so far. */
  readonly progress?: ((phase: RunPhase, counts: RunCounts) => void) | undefined;
}

/** Counts of what a run transferred, in both directions. */
export interface RunCounts {
  segmentsOut: number;
  operationsOut: number;
  segmentsIn: number;
  operationsIn: number;
  blobsOut: number;
  blobsIn: number;
  bytesOut: number;
  bytesIn: number;
  /** Checkpoints written, and checkpoints that were verified. */
  checkpointsOut: number;
  checkpointsVerified: number;
}

/** Returns counts of zero. */
export const createCounts = (): RunCounts => ({
  segmentsOut: 0,
  operationsOut: 0,
  segmentsIn: 0,
  operationsIn: 0,
  blobsOut: 0,
  blobsIn: 0,
  bytesOut: 0,
  bytesIn: 0,
  checkpointsOut: 0,
  checkpointsVerified: 0,
});
