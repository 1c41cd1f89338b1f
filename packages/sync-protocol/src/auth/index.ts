/**
 * Signed requests between peers, for clients and services: writing and checking the `Authorization` header, rate limits,
 * the proof of a handshake, and the replies to refused requests. The checks have no clock, store or socket of their own.
 *
 * @packageDocumentation
 */

// Requests of a client

export { canonicalRequest, checkTarget, SCHEME, type SignedFields, type TargetProblem } from './canonical.js';
export { type Credentials, formatAuthorization, parseAuthorization } from './header.js';
export { type PeerRequest, proveHandshake, signRequest, verifyHandshake } from './sign.js';

// Checks of a service

export { type BucketRates, Buckets } from './buckets.js';
export {
  admit,
  admitOperator,
  type CheckedHead,
  type CheckResult,
  checkBody,
  checkHead,
  type Gate,
  type NonceMemory,
  type PeerKey,
  type Principal,
  type RequestHead,
} from './checks.js';
export { type AuditWord, PEER_REPLIES, type PeerReplyCode, type Refusal, replyBody } from './refusals.js';
export { getSourceName } from './source.js';
