import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat, domain, lengthPrefixed } from '../bytes.js';
import type { Crypto, KeyPair } from '../crypto.js';
import { SIGNATURE_LENGTH } from '../frames/header.js';
import type { PublicKeys } from '../keys/key-id.js';
import { type BodyProblem, type ControlBody, parseBody } from './bodies.js';
import { CONTROL_LIMITS } from './fields.js';

/** A signed change of the group's members or keys. */
export interface ControlOperation {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly id: string;
  readonly body: ControlBody;
  /** Canonical JSON followed by the signature: the payload of its artifact. */
  readonly bytes: Uint8Array;
}

/** Result of {@link parseControl}: the operation, or the problem. */
export type ParsedControl =
  | { readonly ok: true; readonly operation: ControlOperation }
  | { readonly ok: false; readonly problem: BodyProblem };

/**
 * Signs an operation of the control log.
 *
 * @param secretKey 64 bytes, Ed25519
 * @throws RangeError when a reader would refuse the body
 */
export function signControl(crypto: Crypto, body: ControlBody, secretKey: Uint8Array): ControlOperation {
  const text = encodeUtf8(canonicalJson(body));
  const bytes = concat(text, crypto.sign(buildSignedBytes(text), secretKey));
  const parsed = parseControl(crypto, bytes);
  if (!parsed.ok) throw new RangeError(`The body is not a valid control operation: ${parsed.problem}.`);
  return parsed.operation;
}

/** Parses an operation without verifying its signature, which the log does. */
export function parseControl(crypto: Crypto, bytes: Uint8Array): ParsedControl {
  const end = bytes.length - SIGNATURE_LENGTH;
  if (end < 0 || bytes.length > CONTROL_LIMITS.bytes) return { ok: false, problem: 'malformed' };
  const body = parseBody(parseCanonical(bytes.subarray(0, end)));
  if (typeof body === 'string') return { ok: false, problem: body };
  return { ok: true, operation: { id: bytesToHex(crypto.sha256(bytes)), body, bytes } };
}

/** Returns true when the signature of an operation is valid for a public key. */
export function verifyControl(crypto: Crypto, { bytes }: ControlOperation, publicKey: Uint8Array): boolean {
  const end = bytes.length - SIGNATURE_LENGTH;
  return crypto.verify(bytes.subarray(end), buildSignedBytes(bytes.subarray(0, end)), publicKey);
}

const buildSignedBytes = (text: Uint8Array) => concat(domain('control/1'), text);

/** Signs the claim that keys belong to a replica. */
export const proveKey = (crypto: Crypto, replicaId: string, keys: PublicKeys, { secretKey }: KeyPair): Uint8Array =>
  crypto.sign(buildKeyClaim(replicaId, keys), secretKey);

/** Returns true when a proof is a valid signature of the claim that keys belong to a replica. */
export const verifyKeyProof = (crypto: Crypto, replicaId: string, keys: PublicKeys, proof: Uint8Array): boolean =>
  crypto.verify(proof, buildKeyClaim(replicaId, keys), keys.sign);

const buildKeyClaim = (replicaId: string, { sign, box }: PublicKeys) =>
  concat(domain('member-key/1'), lengthPrefixed(replicaId), sign, box);
