import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { fromBase64, toBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { canonicalRequest, SCHEME, type SignedFields } from './canonical.js';
import { formatAuthorization } from './header.js';

export interface PeerRequest extends Pick<SignedFields, 'method' | 'target' | 'databaseId' | 'replicaId'> {
  readonly signer: Signer;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly body?: Uint8Array;
}

/** Signs a request once: the value of its `Authorization`, and the nonce, which the proof of a handshake covers. */
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
 * What whoever answers a handshake adds as `proof`: that it is a member, and has read this very request.
 *
 * @param body The rest of the answer. @param nonce Of the request.
 */
export const proveHandshake = (crypto: Crypto, secretKey: Uint8Array, nonce: string, body: object): string =>
  toBase64(crypto.sign(handshakeText(crypto, nonce, body), secretKey));

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
