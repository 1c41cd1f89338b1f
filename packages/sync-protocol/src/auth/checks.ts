import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import type { Crypto } from '../crypto.js';
import { canonicalRequest, checkTarget } from './canonical.js';
import { type Credentials, parseAuthorization } from './header.js';
import { type AuditWord, PEER_REPLIES, type PeerReplyCode, type Refusal, UNENROLLED_REPLY } from './refusals.js';

/** Maximum clock difference between peers, in milliseconds. */
export const MAX_SKEW_MS = 60_000;
/** Milliseconds for which a nonce must be remembered: from the earliest to the latest moment a request is accepted. */
export const NONCE_MEMORY_MS = 2 * MAX_SKEW_MS;

/** A key that is or was enrolled. */
export interface PeerKey {
  readonly replicaId: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** True unless the key is revoked or its member has left. */
  readonly active: boolean;
}

/**
 * Memory of the nonces already used. Entries must outlive the process. An entry may be forgotten 120,000 ms after it
 * was added, or earlier when `floor` returns its time or a later one from then on.
 */
export interface NonceMemory {
  /** Returns the greatest time of a forgotten nonce in milliseconds, or −Infinity when none was forgotten. */
  floor(): number;
  has(keyId: string, nonce: string): boolean;
  /** Returns true when the maximum number of nonces is stored for this key. */
  isFull(keyId: string): boolean;
  /**
   * Stores a nonce.
   *
   * @param at timestamp of the request, in milliseconds since the Unix epoch
   */
  add(keyId: string, nonce: string, at: number): void;
}

/**
 * Data sources and counters of the checks. All calls are synchronous, so no other code runs between a check and its
 * effect.
 */
export interface Gate {
  readonly databaseId: string;
  /** Returns the time in milliseconds since the Unix epoch. */
  now(): number;
  /** Returns a key by its id; null for a key that was never enrolled. */
  peerKey(keyId: string): PeerKey | null;
  readonly nonces: NonceMemory;
  /** Token buckets of failed requests, by source address. */
  readonly failures: { isEmpty(source: string): boolean; take(source: string): boolean };
  /** Token buckets of verified requests, by replica. */
  readonly requests: { take(replicaId: string): boolean };
}

/** A request whose body has not been read yet. */
export interface RequestHead {
  /** HTTP method, in upper case. */
  readonly method: string;
  readonly target: string;
  /** Names and values alternating as received, with repetitions, as in `rawHeaders` of Node. */
  readonly headers: readonly string[];
  /** Name under which failures are counted, see `getSourceName`. */
  readonly source: string;
}

/** A request whose head passed the checks, so its body may be read. */
export interface CheckedHead {
  readonly head: RequestHead;
  readonly credentials: Credentials;
}

/** Authenticated sender of a request. */
export interface Principal {
  readonly replicaId: string;
  readonly keyId: string;
}

/** Result of the checks of a request: the value, or a refusal. */
export type CheckResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

const BODILESS: readonly string[] = ['GET', 'HEAD', 'DELETE'];
const BROWSER_HEADERS: readonly string[] = ['origin', 'cookie', 'referer'];

/**
 * Refuses requests sent by a browser. This is the only check for the operator's own requests from the same machine,
 * which ignore the failure limit.
 */
export function admitOperator(gate: Gate, { headers, source }: RequestHead): CheckResult<null> {
  const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  return names.some((name) => BROWSER_HEADERS.includes(name))
    ? refuse(gate, source, 'browser_context_refused', 'malformed')
    : pass(null);
}

/**
 * Refuses requests sent by a browser and requests from a source with too many failures. Pairing uses these checks too.
 */
export function admit(gate: Gate, head: RequestHead): CheckResult<null> {
  const admitted = admitOperator(gate, head);
  if (!admitted.ok || !gate.failures.isEmpty(head.source)) return admitted;
  return refuse(gate, head.source, 'rate_limited', 'rate_limited');
}

/** Runs the checks that need no body: the form of the request, its key and its time. */
export function checkHead(gate: Gate, head: RequestHead): CheckResult<CheckedHead> {
  const admitted = admit(gate, head);
  if (!admitted.ok) return admitted;
  const credentials = readCredentials(head);
  if (credentials === null) return refuse(gate, head.source, 'unauthorized', 'malformed');

  const { keyId, timestamp } = credentials;
  const enrolled = activeKey(gate, head.source, keyId);
  if (!enrolled.ok) return enrolled;
  const at = Date.parse(timestamp);
  if (Math.abs(gate.now() - at) > MAX_SKEW_MS || at <= gate.nonces.floor())
    return refuse(gate, head.source, 'unauthorized', 'stale_timestamp', keyId);
  return pass({ head, credentials });
}

/**
 * Runs the checks that need the digest of the body. A request that passes is spent: the caller must carry it out at
 * once and only once. Reading a body may take long, so this checks again that the key is active and that its nonce
 * would still be remembered.
 *
 * @param bodySha256 SHA-256 in lower-case hexadecimal; the digest of zero bytes when there is no body
 */
export function checkBody(
  crypto: Crypto,
  gate: Gate,
  { head, credentials }: CheckedHead,
  bodySha256: string,
): CheckResult<Principal> {
  const { replicaId, keyId, timestamp, nonce, signature } = credentials;
  const fail = (code: PeerReplyCode, audit: AuditWord) => refuse(gate, head.source, code, audit, keyId);
  const enrolled = activeKey(gate, head.source, keyId);
  if (!enrolled.ok) return enrolled;
  const key = enrolled.value;

  const { method, target } = head;
  const { databaseId, nonces } = gate;
  const text = canonicalRequest({ method, target, databaseId, replicaId, timestamp, nonce, bodySha256 });
  if (!crypto.verify(signature, encodeUtf8(text), key.publicKey)) return fail('unauthorized', 'bad_signature');
  const at = Date.parse(timestamp);
  if (at <= nonces.floor()) return fail('unauthorized', 'stale_timestamp');
  if (nonces.has(keyId, nonce)) return fail('unauthorized', 'replayed_nonce');
  if (key.replicaId !== replicaId) return fail('unauthorized', 'wrong_principal');
  if (nonces.isFull(keyId) || !gate.requests.take(replicaId)) return fail('rate_limited', 'rate_limited');
  nonces.add(keyId, nonce, at);
  return pass({ replicaId, keyId });
}

function activeKey(gate: Gate, source: string, keyId: string): CheckResult<PeerKey> {
  const key = gate.peerKey(keyId);
  if (key?.active) return pass(key);
  return refuse(gate, source, UNENROLLED_REPLY, 'unenrolled_key', key === null ? null : keyId);
}

function readCredentials({ method, target, headers }: RequestHead): Credentials | null {
  const values = (name: string) => headers.filter((_, at) => headers[at - 1]?.toLowerCase() === name && at % 2 === 1);
  const [authorization, ...others] = values('authorization');
  const hasBody = values('transfer-encoding').length > 0 || values('content-length').some((length) => length !== '0');
  if (authorization === undefined || others.length > 0 || checkTarget(target) !== null) return null;
  if (values('content-encoding').length > 0 || (hasBody && BODILESS.includes(method))) return null;
  return parseAuthorization(authorization);
}

/** Builds a refusal. Authentication failures (401 and 403) count against the source of the request. */
function refuse(gate: Gate, source: string, code: PeerReplyCode, audit: AuditWord, keyId: string | null = null) {
  const { status } = PEER_REPLIES[code];
  if (status === 401 || status === 403) gate.failures.take(source);
  return { ok: false, refusal: { code, audit, keyId } } as const;
}

const pass = <T>(value: T) => ({ ok: true, value }) as const;
