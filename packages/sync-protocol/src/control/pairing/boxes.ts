import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat, domain, lengthPrefixed } from '../../bytes.js';
import type { Crypto } from '../../crypto.js';
import { formatId } from '../../ids.js';

/** Bytes of the nonce at the start of a box. */
export const NONCE_LENGTH = 24;

/** Keys derived from the secret of a pairing code. */
export interface InvitationKeys {
  /** `inv_…`; reveals nothing about the secret. */
  readonly invitationId: string;
  readonly request: Uint8Array;
  readonly response: Uint8Array;
}

/**
 * Derives the id and the keys of an invitation.
 *
 * @param secret secret of the pairing code
 */
export function deriveInvitationKeys(crypto: Crypto, secret: Uint8Array): InvitationKeys {
  return {
    invitationId: formatId('inv_', crypto.blake2b(16, domain('pair/id/1'), secret)),
    request: crypto.blake2b(32, domain('pair/req/1'), secret),
    response: crypto.blake2b(32, domain('pair/resp/1'), secret),
  };
}

type BoxKeys = Pick<InvitationKeys, 'invitationId' | 'request' | 'response'>;

/**
 * Encrypts a request with a key derived from the pairing code.
 *
 * @returns a nonce of 24 bytes, followed by the ciphertext
 */
export const encryptRequestBox = (crypto: Crypto, { invitationId, request }: BoxKeys, value: object): Uint8Array =>
  encryptValue(crypto, request, buildRequestContext(invitationId), value);

/** Decrypts a request; returns undefined when the code differs or the box is invalid. */
export const decryptRequestBox = (crypto: Crypto, { invitationId, request }: BoxKeys, box: Uint8Array): unknown =>
  decryptValue(crypto, request, buildRequestContext(invitationId), box);

/** Encrypts the answer to one request box; the answer opens only together with that request. */
export const encryptResponseBox = (
  crypto: Crypto,
  { invitationId, response }: BoxKeys,
  requestBox: Uint8Array,
  value: object,
): Uint8Array => encryptValue(crypto, response, buildResponseContext(crypto, invitationId, requestBox), value);

/** Decrypts an answer; returns undefined when the code or the request differs, or the box is invalid. */
export const decryptResponseBox = (
  crypto: Crypto,
  { invitationId, response }: BoxKeys,
  requestBox: Uint8Array,
  box: Uint8Array,
): unknown => decryptValue(crypto, response, buildResponseContext(crypto, invitationId, requestBox), box);

const buildRequestContext = (invitationId: string) => concat(domain('pair/req/1'), lengthPrefixed(invitationId));

const buildResponseContext = (crypto: Crypto, invitationId: string, requestBox: Uint8Array) =>
  concat(domain('pair/resp/1'), lengthPrefixed(invitationId), crypto.sha256(requestBox));

function encryptValue(crypto: Crypto, key: Uint8Array, context: Uint8Array, value: object): Uint8Array {
  const nonce = crypto.random(NONCE_LENGTH);
  return concat(nonce, crypto.encrypt(encodeUtf8(canonicalJson(value)), context, nonce, key));
}

function decryptValue(crypto: Crypto, key: Uint8Array, context: Uint8Array, box: Uint8Array): unknown {
  if (box.length < NONCE_LENGTH) return undefined;
  const opened = crypto.decrypt(box.subarray(NONCE_LENGTH), context, box.subarray(0, NONCE_LENGTH), key);
  return opened === null ? undefined : parseCanonical(opened);
}
