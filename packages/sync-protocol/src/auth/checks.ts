import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import type { Crypto } from '../crypto.js';
import { canonicalRequest, checkTarget } from './canonical.js';
import { type Credentials, parseAuthorization } from './header.js';
import { type AuditWord, PEER_REPLIES, type PeerReplyCode, type Refusal, UNENROLLED_REPLY } from './refusals.js';

/** How far the clock of a peer may be off. */
export const SKEW_MS = 60_000;
/** How long a nonce has to be remembered: from the earliest a request is accepted to the latest. */
export const NONCE_MEMORY_MS = 2 * SKEW_MS;

/** A key that has been enrolled at some time. */
export interface PeerKey {
  readonly replicaId: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Neither revoked nor of a member that is gone. */
  readonly active: boolean;
}

/** Which requests were spent. What is added has to outlive the process. */
export interface NonceMemory {
  /** The greatest time, in milliseconds, of a nonce that was forgotten; −Infinity where none was. */
  floor(): number;
  has(keyId: string, nonce: string): boolean;
  /** Whether this key has as many as are kept of one. */
  isFull(keyId: string): boolean;
  /** @param at The time the request named, in milliseconds. */
  add(keyId: string, nonce: string, at: number): void;
}

/** What the checks ask and tell. All of it is synchronous: between a check and what follows from it nothing happens. */
export interface Gate {
  readonly databaseId: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** By key id; null for one that was never enrolled. */
  peerKey(keyId: string): PeerKey | null;
  readonly nonces: NonceMemory;
  /** Of failures, by source address. */
  readonly failures: { isEmpty(source: string): boolean; take(source: string): boolean };
  /** Of verified requests, by replica. */
  readonly requests: { take(replicaId: string): boolean };
}

/** A request before its body was read. */
export interface RequestHead {
  /** In upper case. */
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, as they came, repeated ones too: `rawHeaders` of Node. */
  readonly headers: readonly string[];
  /** What failures are counted under, see `sourceOf`. */
  readonly source: string;
}

/** A request that may send its body. */
export interface Claim {
  readonly head: RequestHead;
  readonly credentials: Credentials;
}

/** Who sent a request that is to be carried out. */
export interface Principal {
  readonly replicaId: string;
  readonly keyId: string;
}

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

const BODILESS: readonly string[] = ['GET', 'HEAD', 'DELETE'];
const BROWSER_HEADERS: readonly string[] = ['origin', 'cookie', 'referer'];

/** Nothing a browser sends: all that is asked of who runs the service, at this machine, whoever else fails there. */
export function admitOperator(gate: Gate, { headers, source }: RequestHead): Checked<null> {
  const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  return names.some((name) => BROWSER_HEADERS.includes(name))
    ? refuse(gate, source, 'browser_context_refused', 'malformed')
    : pass(null);
}

/** That, and not from where too many failures came: the checks of pairing too. */
export function admit(gate: Gate, head: RequestHead): Checked<null> {
  const admitted = admitOperator(gate, head);
  if (!admitted.ok || !gate.failures.isEmpty(head.source)) return admitted;
  return refuse(gate, head.source, 'rate_limited', 'rate_limited');
}

/** All there is to be known before the body is read: form, key and time. */
export function checkHead(gate: Gate, head: RequestHead): Checked<Claim> {
  const admitted = admit(gate, head);
  if (!admitted.ok) return admitted;
  const credentials = credentialsOf(head);
  if (credentials === null) return refuse(gate, head.source, 'unauthorized', 'malformed');

  const { keyId, timestamp } = credentials;
  const enrolled = activeKey(gate, head.source, keyId);
  if (!enrolled.ok) return enrolled;
  const at = Date.parse(timestamp);
  if (Math.abs(gate.now() - at) > SKEW_MS || at <= gate.nonces.floor())
    return refuse(gate, head.source, 'unauthorized', 'stale_timestamp', keyId);
  return pass({ head, credentials });
}

/**
 * The checks that take the digest of the body. When they pass, the request is spent: what it asks for is to be done at
 * once, and not again. A body may take its time, so what may have changed since it began is looked at again: whether the
 * key still counts, and whether its nonce would still be remembered.
 *
 * @param bodySha256 In lower-case hexadecimal; of no bytes where there was no body.
 */
export function checkBody(
  crypto: Crypto,
  gate: Gate,
  { head, credentials }: Claim,
  bodySha256: string,
): Checked<Principal> {
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

function activeKey(gate: Gate, source: string, keyId: string): Checked<PeerKey> {
  const key = gate.peerKey(keyId);
  if (key?.active) return pass(key);
  return refuse(gate, source, UNENROLLED_REPLY, 'unenrolled_key', key === null ? null : keyId);
}

function credentialsOf({ method, target, headers }: RequestHead): Credentials | null {
  const values = (name: string) => headers.filter((_, at) => headers[at - 1]?.toLowerCase() === name && at % 2 === 1);
  const [authorization, ...others] = values('authorization');
  const hasBody = values('transfer-encoding').length > 0 || values('content-length').some((length) => length !== '0');
  if (authorization === undefined || others.length > 0 || checkTarget(target) !== null) return null;
  if (values('content-encoding').length > 0 || (hasBody && BODILESS.includes(method))) return null;
  return parseAuthorization(authorization);
}

/** What was refused for what it is counts against where it came from. */
function refuse(gate: Gate, source: string, code: PeerReplyCode, audit: AuditWord, keyId: string | null = null) {
  const { status } = PEER_REPLIES[code];
  if (status === 401 || status === 403) gate.failures.take(source);
  return { ok: false, refusal: { code, audit, keyId } } as const;
}

const pass = <T>(value: T) => ({ ok: true, value }) as const;
