import type { Crypto } from '../../crypto.js';
import { decryptResponseBox, deriveInvitationKeys, encryptRequestBox } from './boxes.js';
import { buildRequest, type Grant, type Joiner, readGrant } from './messages.js';

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
export function createJoinRequest(crypto: Crypto, secret: Uint8Array, joiner: Joiner): PendingJoin {
  const keys = deriveInvitationKeys(crypto, secret);
  return { invitationId: keys.invitationId, box: encryptRequestBox(crypto, keys, buildRequest(crypto, joiner)) };
}

/** Opens the answer to a request; returns null when it is invalid, made with another code, or for another request. */
export function readAnswer(
  crypto: Crypto,
  secret: Uint8Array,
  { keys }: Pick<Joiner, 'keys'>,
  { box }: PendingJoin,
  answer: Uint8Array,
): Grant | null {
  const value = decryptResponseBox(crypto, deriveInvitationKeys(crypto, secret), box, answer);
  return readGrant(crypto, value, keys.box);
}
