import type { Crypto } from '../crypto.js';
import { invitationKeys, openResponseBox, sealRequestBox } from './boxes.js';
import { type Grant, type Joiner, readGrant, requestValue } from './messages.js';

/**
 * A request to join that awaits its answer. It is stored, so the same bytes can be sent again when no answer arrives.
 */
export interface PendingJoin {
  readonly invitationId: string;
  readonly box: Uint8Array;
}

/**
 * Makes a request to join.
 *
 * @param secret secret of the pairing code, 20 bytes
 */
export function askToJoin(crypto: Crypto, secret: Uint8Array, joiner: Joiner): PendingJoin {
  const keys = invitationKeys(crypto, secret);
  return { invitationId: keys.invitationId, box: sealRequestBox(crypto, keys, requestValue(crypto, joiner)) };
}

/** Opens the answer to a request; returns null when it is invalid, made with another code, or for another request. */
export function readAnswer(
  crypto: Crypto,
  secret: Uint8Array,
  { keys }: Pick<Joiner, 'keys'>,
  { box }: PendingJoin,
  answer: Uint8Array,
): Grant | null {
  const value = openResponseBox(crypto, invitationKeys(crypto, secret), box, answer);
  return readGrant(crypto, value, keys.box);
}
