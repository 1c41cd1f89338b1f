export { type BucketRates, Buckets } from './auth/buckets.js';
export { canonicalRequest, checkTarget, SCHEME, type SignedFields, type TargetProblem } from './auth/canonical.js';
export {
  admit,
  admitOperator,
  type Checked,
  type Claim,
  checkBody,
  checkHead,
  type Gate,
  NONCE_MEMORY_MS,
  type NonceMemory,
  type PeerKey,
  type Principal,
  type RequestHead,
  SKEW_MS,
} from './auth/checks.js';
export { type Credentials, formatAuthorization, parseAuthorization } from './auth/header.js';
export {
  AUDIT_WORDS,
  type AuditWord,
  PEER_REPLIES,
  type PeerReplyCode,
  type Refusal,
  replyBody,
  UNENROLLED_REPLY,
} from './auth/refusals.js';
export { type PeerRequest, proveHandshake, signRequest, verifyHandshake } from './auth/sign.js';
export { sourceOf } from './auth/source.js';
export { BackupError, frameRange, openFrame, openFrames, sealBackup } from './backup/frames.js';
export {
  BACKUP_HEADER_LENGTH,
  type BackupContext,
  type BackupLayout,
  type BackupOpening,
  type BackupProblem,
  FRAME_BYTES,
  layoutOf,
  newBackup,
  type OpenBackup,
  openBackup,
} from './backup/header.js';
export { PAYLOAD_TYPE, type PayloadManifest, type PayloadPart } from './backup/manifest.js';
export { type PayloadSink, readPayload } from './backup/payload-reader.js';
export {
  type Asset,
  type Hasher,
  type NewHasher,
  type PayloadPlan,
  type PayloadSource,
  packAssets,
  planPayload,
  type Section,
  writePayload,
} from './backup/payload-writer.js';
export { fromBase64, toBase64 } from './base64.js';
export {
  ARTIFACT_CLASSES,
  type ArtifactClass,
  type ArtifactEntry,
  type ArtifactPage,
  type Carrier,
  CarrierError,
  type CarrierErrorCode,
  type CarrierIdentity,
} from './carrier/carrier.js';
export { isArtifactClass, isNamespace, PAGE_MOST } from './carrier/names.js';
export { PAIRING_BOX_MOST_BYTES, type PairingBoxes, type PairingBoxKind } from './carrier/pairing-boxes.js';
export type { PeerHttp, PeerHttpAnswer, PeerHttpRequest } from './carrier/peer-http.js';
export { BACKUP_RANGE_BYTES, type BackupOffer, RestBackups } from './carrier/rest-backups.js';
export { type MetPeer, RestCarrier, type RestCarrierOptions } from './carrier/rest-carrier.js';
export { pairOverRest } from './carrier/rest-pairing.js';
export {
  type Conflict,
  type ConflictKind,
  type ConflictSide,
  type DocumentConflict,
  documentConflictId,
  type NameConflict,
  nameConflicts,
  noteConflicts,
  type PurgeConflict,
} from './conflicts/conflict.js';
export { type Resolution, type Settlement, type Sides, settle, sidesFor } from './conflicts/resolution.js';
export { type ConflictState, conflictState } from './conflicts/state.js';
export { type Attestation, attestedSeq, type KeyStanding, keyStanding } from './control/attested.js';
export type {
  BodyOf as ControlBodyOf,
  BodyProblem,
  ControlBody,
  ControlKind,
  ControlPayload,
} from './control/bodies.js';
export { type EpochRecord, type MissingSeals, openSeal } from './control/epochs.js';
export { CONTROL_LIMITS, RECOVERY } from './control/fields.js';
export type { GroupKey } from './control/group-keys.js';
export type { Introduction } from './control/introductions.js';
export { type Admission, ControlLog, type ControlProblem, type Entry, type Introduced } from './control/log.js';
export {
  type ControlOperation,
  type ParsedControl,
  parseControl,
  proveKey,
  signControl,
  verifyKeyProof,
} from './control/operation.js';
export { type ControlState, controlState, type Member, type Retirement } from './control/state.js';
export {
  type ControlAuthor,
  enrolment,
  type Founding,
  foundGroup,
  publicKeyFields,
  recoveryAuthor,
  writeControl,
  writeMint,
  writeShares,
} from './control/write.js';
export type { Codec, Crypto, KeyPair } from './crypto.js';
export {
  type ArtifactContent,
  type ArtifactContext,
  type ArtifactProblem,
  CHUNK_LENGTH,
  type OpenRequest,
  type OpenResult,
  openArtifact,
  PAYLOAD_MAX,
  type Signer,
  sealArtifact,
  unsealArtifact,
  verifyArtifact,
} from './frames/artifact.js';
export { type FrameHeader, type PayloadCodec, parseHeader, SEALED_MAX } from './frames/header.js';
export {
  type ArtifactName,
  artifactDigest,
  artifactName,
  blobLocator,
  parseArtifactName,
  placePrefix,
} from './frames/name.js';
export { paddedSize } from './frames/padding.js';
export { openRecovery, type RecoveryContent, sealRecovery } from './frames/recovery.js';
export { backupKey, classKey, compareEpochs, type Epoch, epochOf, mintEpoch } from './keys/epoch.js';
export { keyIdBytes, keyIdOf, type PublicKeys, publicKeysOf, type ReplicaKeys } from './keys/key-id.js';
export { recoveryKeys } from './keys/recovery.js';
export { LOG_LIMITS } from './log/limits.js';
export {
  type LoggedOperation,
  type Operation,
  type OperationName,
  type OperationOf,
  parseOperation,
  type VersionVector,
} from './log/operations.js';
export {
  compareOperations,
  covers,
  coversAll,
  coversDot,
  dotOf,
  joinVectors,
  meetVectors,
  parseDot,
} from './log/order.js';
export { comeAfter, type Former, reauthor, type Successor } from './log/reauthor.js';
export {
  countForSegment,
  decodeSegment,
  encodeSegment,
  isInline,
  type Segment,
  type SegmentHeader,
  type SegmentProblem,
  type SegmentResult,
} from './log/segments.js';
export { SQUASH_MS, squash } from './log/squash.js';
export {
  type AuthorState,
  type LamportOf,
  NEW_AUTHOR,
  type Succession,
  type SuccessionProblem,
  succeed,
} from './log/succession.js';
export { conflictIdOf, copyId, mergedRevisionId, recoveredId } from './merge/derived-ids.js';
export { type EntityKey, entityOf } from './merge/entity.js';
export { foldName } from './merge/fold-name.js';
export { type EntityKind, groupsOf, type OperationGroups } from './merge/groups.js';
export { MERGE_LIMITS, MERGE_VERSION } from './merge/limits.js';
export { Lineage, lineageIds } from './merge/lineage.js';
export type { BodyOf, MergeRefusal, NoteText } from './merge/merge-heads.js';
export { type Attachment, type Loser, type NoteState, noteStates } from './merge/note.js';
export { DEFAULT_NOTEBOOK, type NotebookView, notebookTree } from './merge/notebooks.js';
export { standing } from './merge/operations-by-name.js';
export { type ResourceView, resourceView } from './merge/resources.js';
export { type SearchView, savedSearches } from './merge/searches.js';
export { type BundleView, bundleView, type ProvenanceView, provenanceOf } from './merge/sources.js';
export { type TagNames, type TagView, tagNames } from './merge/tags.js';
export { type Merged, type MergeFailure, mergeScalar, mergeText } from './merge/three-way.js';
export {
  assembleView,
  embeddedResources,
  inlineBody,
  type LineageView,
  lineageView,
  type NoteView,
  placeNote,
  referencesOf,
  type TextReader,
  type View,
  view,
} from './merge/view.js';
export { formatRecoveryCode, parsePairingCode, parseRecoveryCode, RECOVERY_SECRET_LENGTH } from './pairing/codes.js';
export {
  type Answer,
  cancelInvitation,
  type Granted,
  INVITATION_LIMITS,
  type Invitation,
  type InvitationState,
  invitationAt,
  newInvitation,
  type Reception,
  receiveRequest,
} from './pairing/invitation.js';
export { askToJoin, type PendingJoin, readAnswer } from './pairing/join.js';
export type { Grant, Joiner, JoinRequest } from './pairing/messages.js';
export { joinRequestBox, type RestPairRequest, splitRequestBox } from './pairing/rest-boxes.js';
export {
  findRecoveredLog,
  joinByRecovery,
  type RecoveredGroup,
  type RecoveryProblem,
  type RecoveryResult,
  recoverGroup,
} from './recovery/recover.js';
export { type Ack, decodeAck, encodeAck, saysTheSame } from './retention/ack.js';
export type { Breathe } from './retention/breathe.js';
export {
  authorsOf,
  type CheckpointHead,
  checkpointParts,
  decodeCheckpointHead,
  decodeCheckpointPart,
  encodeCheckpointHead,
  isCheckpoint,
  lamportsOf,
} from './retention/checkpoint.js';
export { forgettable } from './retention/forgettable.js';
export {
  type CheckpointRecord,
  firstIndexOf,
  memberKnowledge,
  type OwnKnowledge,
  verifiedSnapshots,
} from './retention/knowledge.js';
export { type Floors, floorsOf } from './retention/plan.js';
export {
  type MemberKnowledge,
  retentionFloor,
  safeFloor,
  stableFloor,
  type VerifiedSnapshot,
} from './retention/stability.js';
export {
  bodyIn,
  type OperationShelf,
  type StoredOperations,
  storedInMemory,
} from './retention/stored-operations.js';
export {
  type CheckpointFinding,
  findInCheckpoint,
  type KeptLog,
  type SegmentEnd,
} from './retention/verify-checkpoint.js';
export { digestOfGroups, LEAVES, type Leaf, LeafTree, viewDigest } from './retention/view-digest.js';
export { ALERT_CODES, type Alert, type AlertCode } from './run/alerts.js';
export {
  type ChunkContent,
  type ChunkSealer,
  type FoundChunk,
  openChunk,
  type SealedChunk,
  sealChunk,
} from './run/chunks.js';
export { RUN_PHASES, type RunCounts, type RunOptions, type RunPhase } from './run/context.js';
export type { HighWater, SyncKeys } from './run/keys.js';
export { mayAgreeOn } from './run/merge-versions.js';
export { type RunReport, runSync } from './run/run.js';
export type {
  AckRecord,
  ApplyResult,
  Beginning,
  BlobRef,
  ControlRecord,
  Fork,
  NextSegment,
  SealedArtifact,
  SealedEntry,
  Standing,
  SyncStore,
  WantedBlob,
  WholeLog,
} from './run/store.js';
export { textsOf } from './run/texts.js';
export { type CarrierCheck, type Damage, verifyCarrier } from './run/verify-carrier.js';
