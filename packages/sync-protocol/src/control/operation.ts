import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat, domain, lengthPrefixed } from '../bytes.js';
import type { Crypto, KeyPair } from '../crypto.js';
import { SIGNATURE_LENGTH } from '../frames/header.js';
import type { PublicKeys } from '../keys/key-id.js';
import { type BodyProblem, type ControlBody, parseBody } from './bodies.js';
import { CONTROL_LIMITS } from './fields.js';

/** A signed change of who is in the group, and of its keys. */
export interface ControlOperation {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly id: string;
  readonly body: ControlBody;
  /** Canonical JSON, and the signature behind it: the payload of its artifact. */
  readonly bytes: Uint8Array;
}

export type ParsedControl =
  | { readonly ok: true; readonly operation: ControlOperation }
  | { readonly ok: false; readonly problem: BodyProblem };

/** @throws RangeError for a body that a reader would refuse */
export function signControl(crypto: Crypto, body: ControlBody, secretKey: Uint8Array): ControlOperation {
  const text = encodeUtf8(canonicalJson(body));
  const bytes = concat(text, crypto.sign(signed(text), secretKey));
  const parsed = parseControl(crypto, bytes);
  if (!parsed.ok) throw new RangeError('no operation of the control log');
  return parsed.operation;
}

/** Reads an operation by its shape; who signed it is for the log to say. */
export function parseControl(crypto: Crypto, bytes: Uint8Array): ParsedControl {
  const end = bytes.length - SIGNATURE_LENGTH;
  if (end < 0 || bytes.length > CONTROL_LIMITS.bytes) return { ok: false, problem: 'malformed' };
  const body = parseBody(parseCanonical(bytes.subarray(0, end)));
  if (typeof body === 'string') return { ok: false, problem: body };
  return { ok: true, operation: { id: bytesToHex(crypto.sha256(bytes)), body, bytes } };
}

export function verifyControl(crypto: Crypto, { bytes }: ControlOperation, publicKey: Uint8Array): boolean {
  const end = bytes.length - SIGNATURE_LENGTH;
  return crypto.verify(bytes.subarray(end), signed(bytes.subarray(0, end)), publicKey);
}

const signed = (text: Uint8Array) => concat(domain('control/1'), text);

/** The signature by which a key says that it is of a replica. */
export const proveKey = (crypto: Crypto, replicaId: string, keys: PublicKeys, { secretKey }: KeyPair): Uint8Array =>
  crypto.sign(claim(replicaId, keys), secretKey);

export const verifyKeyProof = (crypto: Crypto, replicaId: string, keys: PublicKeys, proof: Uint8Array): boolean =>
  crypto.verify(proof, claim(replicaId, keys), keys.sign);

const claim = (replicaId: string, { sign, box }: PublicKeys) =>
  concat(domain('member-key/1'), lengthPrefixed(replicaId), sign, box);
