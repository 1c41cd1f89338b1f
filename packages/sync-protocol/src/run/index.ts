/**
 * One run of a replica over a carrier and a store, the verification of a carrier, and retention: acknowledgements,
 * checkpoints, and the operations that may be pruned.
 *
 * @packageDocumentation
 */

// Run

export type { Alert, AlertCode } from './alerts.js';
export type { HighWater, SyncKeys } from './keys.js';
export { getReferencedTexts } from './referenced-texts.js';
export { type RunReport, runSync } from './run.js';
export { runConcurrently } from './run-concurrently.js';
export type { RunCounts, RunOptions, RunPhase } from './run-options.js';
export type {
  AckRecord,
  ApplyResult,
  BlobRef,
  BootstrapCheckpoint,
  ControlRecord,
  Fork,
  NextSegment,
  OwnArtifact,
  OwnArtifactEntry,
  ReplicaState,
  SyncStore,
  Wait,
  WantedBlob,
  WholeLog,
} from './store.js';

// Verification of a carrier

export type { Damage } from './carrier-reading.js';
export { type CarrierCheck, verifyCarrier } from './verify-carrier.js';

// Chunks of blobs

export {
  type ChunkCipher,
  type ChunkContent,
  decryptChunk,
  type EncryptedChunk,
  encryptChunk,
  type FoundChunk,
} from './chunks.js';

// Acknowledgements and retention

export { type Ack, decodeAck, encodeAck } from './retention/ack.js';
export { computeFloors, type Floors } from './retention/floors.js';
export {
  type CheckpointRecord,
  collectMemberKnowledge,
  computeAwaited,
  getFirstIndex,
  listVerifiedSnapshots,
  type OwnKnowledge,
} from './retention/knowledge.js';
export { findPrunable } from './retention/prunable.js';
export {
  computeRetentionFloor,
  computeSafeFloor,
  computeStableFloor,
  type MemberKnowledge,
  type VerifiedSnapshot,
} from './retention/stability.js';

// Checkpoints

export {
  type CheckpointHead,
  decodeCheckpointHead,
  decodeCheckpointPart,
  encodeCheckpointHead,
  encodeCheckpointParts,
  isValidCheckpoint,
} from './retention/checkpoint.js';
export {
  createBodyReader,
  createStoredOperations,
  type OperationShelf,
  type StoredOperations,
} from './retention/stored-operations.js';
export {
  type CheckpointFinding,
  type KeptLog,
  type SegmentEnd,
  verifyCheckpoint,
} from './retention/verify-checkpoint.js';
export {
  computeGroupsDigest,
  computeViewDigest,
  createLeaves,
  LEAVES,
  type Leaf,
  LeafTree,
  type Sha256,
} from './retention/view-digest.js';
export type { YieldControl } from './retention/yield-control.js';
