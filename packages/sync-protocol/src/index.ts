export { type BucketRates, Buckets } from './auth/buckets.js';
export { canonicalRequest, checkTarget, SCHEME, type SignedFields, type TargetProblem } from './auth/canonical.js';
export {
  admit,
  admitOperator,
  type CheckedHead,
  type CheckResult,
  checkBody,
  checkHead,
  type Gate,
  MAX_SKEW_MS,
  NONCE_MEMORY_MS,
  type NonceMemory,
  type PeerKey,
  type Principal,
  type RequestHead,
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
export { getSourceName } from './auth/source.js';
export { BackupError, decryptFrame, decryptFrames, encryptBackup, frameRange } from './backup/frames.js';
export {
  BACKUP_HEADER_LENGTH,
  type BackupContext,
  type BackupLayout,
  type BackupOpening,
  type BackupProblem,
  computeLayout,
  MAX_FRAME_BYTES,
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
export { isArtifactClass, isNamespace, MAX_PAGE_SIZE } from './carrier/names.js';
export { MAX_PAIRING_BOX_BYTES, type PairingBoxes, type PairingBoxKind } from './carrier/pairing-boxes.js';
export type { PeerHttp, PeerHttpAnswer, PeerHttpRequest } from './carrier/peer-http.js';
export { BACKUP_RANGE_BYTES, type BackupOffer, RestBackups } from './carrier/rest-backups.js';
export { type ConnectedPeer, RestCarrier, type RestCarrierOptions } from './carrier/rest-carrier.js';
export { pairOverRest } from './carrier/rest-pairing.js';
export {
  type Conflict,
  type ConflictKind,
  type ConflictSide,
  type DocumentConflict,
  deriveDocumentConflictId,
  findNameConflicts,
  findNoteConflicts,
  type NameConflict,
  type PurgeConflict,
} from './conflicts/conflict.js';
export {
  assignSides,
  type ConflictChanges,
  type Resolution,
  resolveDocumentConflict,
  type Sides,
} from './conflicts/resolution.js';
export { type ConflictState, findConflictState } from './conflicts/state.js';
export { type Attestation, decideSegment, getAttestedSeq, type SegmentDecision } from './control/attestation.js';
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
export { type Admission, ControlLog, type ControlProblem, type Entry, type IntroducedKey } from './control/log.js';
export {
  type ControlOperation,
  type ParsedControl,
  parseControl,
  proveKey,
  signControl,
  verifyKeyProof,
} from './control/operation.js';
export { type ControlState, getControlState, type Member, type Retirement } from './control/state.js';
export {
  buildEnrolment,
  type ControlAuthor,
  createRecoveryAuthor,
  foundGroup,
  type NewGroup,
  toPublicKeyFields,
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
export { compareEpochs, deriveBackupKey, deriveClassKey, type Epoch, makeEpoch, mintEpoch } from './keys/epoch.js';
export { computeKeyId, getPublicKeys, type PublicKeys, parseKeyId, type ReplicaKeys } from './keys/key-id.js';
export { deriveRecoveryKeys } from './keys/recovery.js';
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
  getDot,
  joinVectors,
  meetVectors,
  parseDot,
} from './log/order.js';
export { type FormerLog, moveAfterFormer, reauthor, type Successor } from './log/reauthor.js';
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
  checkSuccession,
  type FindLamports,
  NEW_AUTHOR,
  type Succession,
  type SuccessionProblem,
} from './log/succession.js';
export { deriveConflictId, deriveCopyId, deriveMergedRevisionId, deriveRecoveredId } from './merge/derived-ids.js';
export { type EntityKey, getEntityKey } from './merge/entity.js';
export { foldName } from './merge/fold-name.js';
export { type EntityKind, groupOperations, type OperationGroups } from './merge/groups.js';
export { MERGE_LIMITS, MERGE_VERSION } from './merge/limits.js';
export { Lineage, listLineageIds } from './merge/lineage.js';
export type { MergeRefusal, NoteText, ReadBody } from './merge/merge-heads.js';
export { type Attachment, computeNoteStates, type LosingRevision, type NoteState } from './merge/note.js';
export { buildNotebookTree, DEFAULT_NOTEBOOK, type NotebookView } from './merge/notebooks.js';
export { findUncancelled } from './merge/operations-by-name.js';
export { computeResource, type ResourceView } from './merge/resources.js';
export { computeSearches, type SearchView } from './merge/searches.js';
export { type BundleView, computeBundle, computeProvenance, type ProvenanceView } from './merge/sources.js';
export { computeTagNames, type TagNames, type TagView } from './merge/tags.js';
export { type MergeFailure, type MergeResult, mergeScalar, mergeText } from './merge/three-way.js';
export {
  assembleView,
  computeLineageView,
  computeView,
  findEmbeddedResources,
  findReferences,
  type LineageView,
  type NoteView,
  placeNote,
  readInlineBody,
  type TextReader,
  type View,
} from './merge/view.js';
export { formatRecoveryCode, parsePairingCode, parseRecoveryCode, RECOVERY_SECRET_LENGTH } from './pairing/codes.js';
export {
  cancelInvitation,
  type GrantResult,
  INVITATION_LIMITS,
  type Invitation,
  type InvitationAnswer,
  type InvitationState,
  newInvitation,
  type ReceivedRequest,
  receiveRequest,
  refreshInvitation,
} from './pairing/invitation.js';
export { createJoinRequest, type PendingJoin, readAnswer } from './pairing/join.js';
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
export { type Ack, decodeAck, encodeAck, hasSameContent } from './retention/ack.js';
export {
  type CheckpointHead,
  createLamportLookup,
  decodeCheckpointHead,
  decodeCheckpointPart,
  encodeCheckpointHead,
  encodeCheckpointParts,
  getAuthorStates,
  isValidCheckpoint,
} from './retention/checkpoint.js';
export { computeFloors, type Floors } from './retention/floors.js';
export {
  type CheckpointRecord,
  collectMemberKnowledge,
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
export { computeGroupsDigest, computeViewDigest, LEAVES, type Leaf, LeafTree } from './retention/view-digest.js';
export type { YieldControl } from './retention/yield-control.js';
export { ALERT_CODES, type Alert, type AlertCode } from './run/alerts.js';
export {
  type ChunkCipher,
  type ChunkContent,
  decryptChunk,
  type EncryptedChunk,
  encryptChunk,
  type FoundChunk,
} from './run/chunks.js';
export { RUN_PHASES, type RunCounts, type RunOptions, type RunPhase } from './run/context.js';
export type { HighWater, SyncKeys } from './run/keys.js';
export { canAgreeOn } from './run/merge-versions.js';
export { getReferencedTexts } from './run/referenced-texts.js';
export { type RunReport, runSync } from './run/run.js';
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
  WantedBlob,
  WholeLog,
} from './run/store.js';
export { type CarrierCheck, type Damage, verifyCarrier } from './run/verify-carrier.js';
