import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat, domain, lengthPrefixed } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { idOf } from '../ids.js';

/** Bytes at the beginning of a box. */
export const NONCE_LENGTH = 24;

/** What follows from the secret of a pairing code. */
export interface InvitationKeys {
  /** `inv_…`, which says nothing of the secret. */
  readonly invitationId: string;
  readonly request: Uint8Array;
  readonly response: Uint8Array;
}

export function invitationKeys(crypto: Crypto, secret: Uint8Array): InvitationKeys {
  return {
    invitationId: idOf('inv_', crypto.blake2b(16, domain('pair/id/1'), secret)),
    request: crypto.blake2b(32, domain('pair/req/1'), secret),
    response: crypto.blake2b(32, domain('pair/resp/1'), secret),
  };
}

type BoxKeys = Pick<InvitationKeys, 'invitationId' | 'request' | 'response'>;

/** A value in a box for whoever knows the code: a nonce of 24 bytes and what is sealed with it. */
export const sealRequestBox = (crypto: Crypto, { invitationId, request }: BoxKeys, value: object): Uint8Array =>
  seal(crypto, request, requestContext(invitationId), value);

/** Undefined where the code is another, or the box is none. */
export const openRequestBox = (crypto: Crypto, { invitationId, request }: BoxKeys, box: Uint8Array): unknown =>
  open(crypto, request, requestContext(invitationId), box);

/** The answer to that very request. */
export const sealResponseBox = (
  crypto: Crypto,
  { invitationId, response }: BoxKeys,
  requestBox: Uint8Array,
  value: object,
): Uint8Array => seal(crypto, response, responseContext(crypto, invitationId, requestBox), value);

export const openResponseBox = (
  crypto: Crypto,
  { invitationId, response }: BoxKeys,
  requestBox: Uint8Array,
  box: Uint8Array,
): unknown => open(crypto, response, responseContext(crypto, invitationId, requestBox), box);

const requestContext = (invitationId: string) => concat(domain('pair/req/1'), lengthPrefixed(invitationId));

const responseContext = (crypto: Crypto, invitationId: string, requestBox: Uint8Array) =>
  concat(domain('pair/resp/1'), lengthPrefixed(invitationId), crypto.sha256(requestBox));

function seal(crypto: Crypto, key: Uint8Array, context: Uint8Array, value: object): Uint8Array {
  const nonce = crypto.random(NONCE_LENGTH);
  return concat(nonce, crypto.seal(encodeUtf8(canonicalJson(value)), context, nonce, key));
}

function open(crypto: Crypto, key: Uint8Array, context: Uint8Array, box: Uint8Array): unknown {
  if (box.length < NONCE_LENGTH) return undefined;
  const opened = crypto.open(box.subarray(NONCE_LENGTH), context, box.subarray(0, NONCE_LENGTH), key);
  return opened === null ? undefined : parseCanonical(opened);
}
