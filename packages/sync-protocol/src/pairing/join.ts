import type { Crypto } from '../crypto.js';
import { invitationKeys, openResponseBox, sealRequestBox } from './boxes.js';
import { type Grant, type Joiner, readGrant, requestValue } from './messages.js';

/** A request that was made, to be kept until it is answered: the same bytes are sent again when no answer came. */
export interface PendingJoin {
  readonly invitationId: string;
  readonly box: Uint8Array;
}

/** Asks to join. @param secret Of the code. */
export function askToJoin(crypto: Crypto, secret: Uint8Array, joiner: Joiner): PendingJoin {
  const keys = invitationKeys(crypto, secret);
  return { invitationId: keys.invitationId, box: sealRequestBox(crypto, keys, requestValue(crypto, joiner)) };
}

/** Reads the answer; null where it is none to this request by somebody who knows the code. */
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
