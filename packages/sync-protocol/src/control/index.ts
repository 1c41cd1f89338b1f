/**
 * The group of devices: its control log with members, keys and epochs, pairing of a new device, and recovery with the
 * recovery code.
 *
 * @packageDocumentation
 */

// Control log

export { type Attestation, decideSegment, type SegmentDecision } from './attestation.js';
export type { BodyProblem, ControlBody, ControlKind, ControlPayload } from './bodies.js';
export { type EpochRecord, type MissingSeals, openSeal } from './epochs.js';
export type { GroupKey } from './group-keys.js';
export type { Introduction } from './introductions.js';
export { type Admission, ControlLog, type ControlProblem, type Entry, type IntroducedKey } from './log.js';
export { type ControlOperation, type ParsedControl, parseControl, signControl } from './operation.js';
export { type ControlState, getControlState, type Member, type Retirement } from './state.js';
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
} from './write.js';

// Pairing

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
export type { PairingBoxes, PairingBoxKind } from './pairing/pairing-boxes.js';
export { joinRequestBox, type RestPairRequest, splitRequestBox } from './pairing/rest-boxes.js';
export { pairOverRest } from './pairing/rest-pairing.js';

// Recovery

export {
  findRecoveredLog,
  joinByRecovery,
  type RecoveredGroup,
  type RecoveryProblem,
  type RecoveryResult,
  recoverGroup,
} from './recover-group.js';
