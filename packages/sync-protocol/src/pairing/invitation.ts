import { bytesToHex } from '@noble/hashes/utils.js';
import type { Crypto } from '../crypto.js';
import { type InvitationKeys, invitationKeys, openRequestBox, sealResponseBox } from './boxes.js';
import { formatPairingCode, PAIRING_SECRET_LENGTH } from './codes.js';
import { type Grant, grantValue, type JoinRequest, readRequest } from './messages.js';

/** Times are in milliseconds. */
export const INVITATION_LIMITS = {
  lifetime: 15 * 60_000,
  lifetimeMost: 24 * 3_600_000,
  /** How long the answer to the request that spent it is given again. */
  again: 10 * 60_000,
  /** Boxes that do not open, after which it is locked. */
  failures: 5,
  /** Open ones at a time. */
  open: 8,
} as const;

export type InvitationState = 'open' | 'spent' | 'expired' | 'cancelled' | 'locked';

/** What an inviter keeps of a code, which is not the code. Once it is not open any more, it has no keys either. */
export interface Invitation {
  /** `inv_…` */
  readonly id: string;
  readonly state: InvitationState;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly failures: number;
  readonly keys: Pick<InvitationKeys, 'request' | 'response'> | null;
  readonly answer: Answer | null;
}

/** Kept for a while, so that an answer that was lost on its way is not a device that was lost. */
export interface Answer {
  /** Of the box of the request, in hexadecimal. */
  readonly requestSha256: string;
  readonly box: Uint8Array;
  readonly until: number;
}

/**
 * A new code, shown once, and what is kept of it.
 *
 * @param now Milliseconds since 1970.
 * @throws RangeError for a lifetime of less than a second or more than a day
 */
export function newInvitation(
  crypto: Crypto,
  now: number,
  lifetime: number = INVITATION_LIMITS.lifetime,
): { readonly code: string; readonly invitation: Invitation } {
  if (!(lifetime >= 1_000 && lifetime <= INVITATION_LIMITS.lifetimeMost))
    throw new RangeError('an invitation is open for a second to a day');
  const secret = crypto.random(PAIRING_SECRET_LENGTH);
  const { invitationId: id, request, response } = invitationKeys(crypto, secret);
  const keys = { request, response };
  const invitation = { id, state: 'open', expiresAt: now + lifetime, failures: 0, keys, answer: null } as const;
  return { code: formatPairingCode(crypto, secret), invitation };
}

/** An invitation as it is now: what is past its time has expired, and an answer is given for a while. */
export function invitationAt(invitation: Invitation, now: number): Invitation {
  if (invitation.state === 'open' && now >= invitation.expiresAt) return closed(invitation, 'expired');
  if (invitation.answer !== null && now >= invitation.answer.until) return { ...invitation, answer: null };
  return invitation;
}

export const cancelInvitation = (invitation: Invitation): Invitation =>
  invitation.state === 'open' ? closed(invitation, 'cancelled') : invitation;

const closed = (invitation: Invitation, state: InvitationState): Invitation => ({ ...invitation, state, keys: null });

/**
 * What comes of a box that arrives for an invitation. `refused` looks the same from without whatever the reason; the
 * invitation is to be kept as it is afterwards. `join` has to be granted in the same transaction that lets the member in.
 */
export type Reception =
  | { readonly kind: 'refused'; readonly invitation: Invitation }
  | { readonly kind: 'again'; readonly invitation: Invitation; readonly box: Uint8Array }
  | { readonly kind: 'join'; readonly request: JoinRequest; grant(grant: Grant): Granted };

export interface Granted {
  readonly invitation: Invitation;
  /** The answer. */
  readonly box: Uint8Array;
}

/** @param now Milliseconds since 1970. */
export function receiveRequest(crypto: Crypto, former: Invitation, box: Uint8Array, now: number): Reception {
  const invitation = invitationAt(former, now);
  const { answer, keys } = invitation;
  const requestSha256 = bytesToHex(crypto.sha256(box));
  if (answer?.requestSha256 === requestSha256) return { kind: 'again', invitation, box: answer.box };
  if (keys === null) return { kind: 'refused', invitation };

  const boxKeys = { invitationId: invitation.id, ...keys };
  const request = readRequest(crypto, openRequestBox(crypto, boxKeys, box));
  if (request === null) return { kind: 'refused', invitation: failed(invitation) };
  const grant = (content: Grant): Granted => {
    const response = sealResponseBox(crypto, boxKeys, box, grantValue(crypto, request.keys.box, content));
    const until = now + INVITATION_LIMITS.again;
    const spent = { ...closed(invitation, 'spent'), answer: { requestSha256, box: response, until } };
    return { invitation: spent, box: response };
  };
  return { kind: 'join', request, grant };
}

function failed(invitation: Invitation): Invitation {
  const counted = { ...invitation, failures: invitation.failures + 1 };
  return counted.failures >= INVITATION_LIMITS.failures ? closed(counted, 'locked') : counted;
}
