/**
 * The basis that every part of the protocol shares, and the first entry to read: the cryptographic primitives that callers
 * pass, keys and epochs, encrypted and signed artifacts, and the operation log with its segments.
 *
 * Groups of devices are in `/control`, the state of the library in `/merge`, carriers in `/carrier`, and a complete
 * exchange in `/run`.
 *
 * @packageDocumentation
 */

// Primitives

export { ARTIFACT_CLASSES, type ArtifactClass } from './artifact-class.js';
export type { Codec, Crypto, KeyPair } from './crypto.js';

// Artifacts

export {
  type ArtifactContent,
  type ArtifactContext,
  type ArtifactProblem,
  CHUNK_LENGTH,
  decryptArtifact,
  encryptArtifact,
  MAX_PAYLOAD_BYTES,
  type OpenRequest,
  type OpenResult,
  openArtifact,
  type Signer,
  verifyArtifact,
} from './frames/artifact.js';
export { type FrameHeader, MAX_ARTIFACT_BYTES, type PayloadCodec, parseHeader } from './frames/header.js';
export {
  type ArtifactName,
  computeArtifactDigest,
  computeArtifactName,
  deriveBlobLocator,
  formatPosition,
  parseArtifactName,
} from './frames/name.js';
export { computePaddedSize } from './frames/padding.js';
export { createRecoveryArtifact, openRecoveryArtifact, type RecoveryContent } from './frames/recovery.js';

// Keys

export { compareEpochs, deriveBackupKey, deriveClassKey, type Epoch, makeEpoch, mintEpoch } from './keys/epoch.js';
export { computeKeyId, getPublicKeys, type PublicKeys, type ReplicaKeys } from './keys/key-id.js';
export { deriveRecoveryKeys } from './keys/recovery.js';

// Operation log

export { LOG_LIMITS } from './log/limits.js';
export {
  type LoggedOperation,
  type Operation,
  type OperationName,
  type OperationOf,
  parseOperation,
  type VersionVector,
} from './log/operations.js';
export { compareOperations, covers, coversAll, getDot, joinVectors, parseDot } from './log/order.js';
export { type FormerLog, moveAfterFormer, reauthor, type Successor } from './log/reauthor.js';
export {
  decodeSegment,
  encodeSegment,
  isInline,
  type Segment,
  type SegmentHeader,
  type SegmentProblem,
  type SegmentResult,
} from './log/segments.js';
export { type SquashOptions, squash } from './log/squash.js';
export {
  type AuthorState,
  checkSuccession,
  type FindLamports,
  NEW_AUTHOR,
  type Succession,
  type SuccessionProblem,
} from './log/succession.js';
