import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { fromBase64, toBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { canonicalRequest, SCHEME, type SignedFields } from './canonical.js';
import { formatAuthorization } from './header.js';

/** A request to a peer that is to be signed. */
export interface PeerRequest extends Pick<SignedFields, 'method' | 'target' | 'databaseId' | 'replicaId'> {
  readonly signer: Signer;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly body?: Uint8Array;
}

/**
 * Signs a request with a new nonce.
 *
 * @returns the value of `Authorization`, and the nonce, which the proof of a handshake covers
 */
export function signRequest(
  crypto: Crypto,
  { signer, now, body = new Uint8Array(), ...request }: PeerRequest,
): { readonly authorization: string; readonly nonce: string } {
  const nonce = bytesToHex(crypto.random(16));
  const timestamp = new Date(now).toISOString();
  const bodySha256 = bytesToHex(crypto.sha256(body));
  const text = canonicalRequest({ ...request, timestamp, nonce, bodySha256 });
  const signature = crypto.sign(encodeUtf8(text), signer.secretKey);
  const { replicaId } = request;
  return { authorization: formatAuthorization({ replicaId, keyId: signer.keyId, timestamp, nonce, signature }), nonce };
}

/**
 * Makes the `proof` field of a handshake answer. It proves that the answer comes from a member that read this request.
 *
 * @param nonce nonce of the request
 * @param body the answer without `proof`
 */
export const proveHandshake = (crypto: Crypto, secretKey: Uint8Array, nonce: string, body: object): string =>
  toBase64(crypto.sign(handshakeText(crypto, nonce, body), secretKey));

/** Returns true when `proof` is a valid signature over the nonce of the request and the other fields of the answer. */
export function verifyHandshake(
  crypto: Crypto,
  publicKey: Uint8Array,
  nonce: string,
  { proof, ...body }: { readonly proof: string; readonly [field: string]: unknown },
): boolean {
  const signature = fromBase64(proof);
  return signature?.length === 64 && crypto.verify(signature, handshakeText(crypto, nonce, body), publicKey);
}

function handshakeText(crypto: Crypto, nonce: string, body: object): Uint8Array {
  const digest = bytesToHex(crypto.sha256(encodeUtf8(canonicalJson(body))));
  return encodeUtf8(`${SCHEME}/handshake\n${nonce}\n${digest}`);
}
