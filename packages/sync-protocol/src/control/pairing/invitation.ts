import { bytesToHex } from '@noble/hashes/utils.js';
import type { Crypto } from '../../crypto.js';
import { decryptRequestBox, deriveInvitationKeys, encryptResponseBox, type InvitationKeys } from './boxes.js';
import { formatPairingCode, PAIRING_SECRET_LENGTH } from './codes.js';
import { buildGrant, type Grant, type JoinRequest, readRequest } from './messages.js';

/** Limits of invitations. Times are in milliseconds. */
export const INVITATION_LIMITS = {
  lifetimeMs: 15 * 60_000,
  maxLifetimeMs: 24 * 3_600_000,
  /** Milliseconds for which the same request gets the same answer again. */
  answerMs: 10 * 60_000,
  /** Invalid boxes after which an invitation is locked. */
  failures: 5,
  /** Open invitations at a time. */
  open: 8,
} as const;

/** State of an invitation. Only `open` ones let a device in. */
export type InvitationState = 'open' | 'spent' | 'expired' | 'cancelled' | 'locked';

/** Data that the inviting device stores about a code, without the code itself. Only an open invitation has keys. */
export interface Invitation {
  /** `inv_…` */
  readonly id: string;
  readonly state: InvitationState;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** Number of boxes that did not open; the same box in succession counts once. */
  readonly failures: number;
  /** SHA-256 of the last box that did not open, in hexadecimal. Only an open invitation has one. */
  readonly failedRequestSha256: string | null;
  readonly keys: Pick<InvitationKeys, 'request' | 'response'> | null;
  readonly answer: InvitationAnswer | null;
}

/**
 * Answer to the request that used the invitation. It is kept for a while, so the joining device can ask again when the
 * answer was lost.
 */
export interface InvitationAnswer {
  /** SHA-256 of the request box, in hexadecimal. */
  readonly requestSha256: string;
  readonly box: Uint8Array;
  readonly until: number;
}

/**
 * Makes a pairing code, shown once, and the invitation to store.
 *
 * @param now milliseconds since the Unix epoch
 * @param lifetime milliseconds, from a second to a day
 * @throws RangeError for a lifetime outside these bounds
 */
export function newInvitation(
  crypto: Crypto,
  now: number,
  lifetime: number = INVITATION_LIMITS.lifetimeMs,
): { readonly code: string; readonly invitation: Invitation } {
  if (!(lifetime >= 1_000 && lifetime <= INVITATION_LIMITS.maxLifetimeMs))
    throw new RangeError(`The lifetime of an invitation is 1 second to 1 day, not ${lifetime} ms.`);
  const secret = crypto.random(PAIRING_SECRET_LENGTH);
  const { invitationId: id, request, response } = deriveInvitationKeys(crypto, secret);
  const keys = { request, response };
  const untried = { failures: 0, failedRequestSha256: null, answer: null };
  const invitation = { id, state: 'open', expiresAt: now + lifetime, keys, ...untried } as const;
  return { code: formatPairingCode(crypto, secret), invitation };
}

/**
 * Returns an invitation as of `now`: expired after its time, and without its answer after the answer's time.
 *
 * @param now milliseconds since the Unix epoch
 */
export function refreshInvitation(invitation: Invitation, now: number): Invitation {
  if (invitation.state === 'open' && now >= invitation.expiresAt) return close(invitation, 'expired');
  if (invitation.answer !== null && now >= invitation.answer.until) return { ...invitation, answer: null };
  return invitation;
}

/** Cancels an open invitation and erases its keys; returns any other as it is. */
export const cancelInvitation = (invitation: Invitation): Invitation =>
  invitation.state === 'open' ? close(invitation, 'cancelled') : invitation;

const close = (invitation: Invitation, state: InvitationState): Invitation => ({
  ...invitation,
  state,
  failedRequestSha256: null,
  keys: null,
});

/**
 * Result of receiving a box for an invitation. A `refused` request must look the same to its sender whatever the
 * reason. The caller must store the returned invitation. It must grant a `join` in the transaction that adds the
 * member.
 */
export type ReceivedRequest =
  | { readonly kind: 'refused'; readonly invitation: Invitation }
  | { readonly kind: 'again'; readonly invitation: Invitation; readonly box: Uint8Array }
  | { readonly kind: 'join'; readonly request: JoinRequest; grant(grant: Grant): GrantResult };

/** Result of letting a device in: the changed invitation, and the encrypted answer. */
export interface GrantResult {
  readonly invitation: Invitation;
  /** Encrypted answer to the request. */
  readonly box: Uint8Array;
}

/**
 * Reads a request to join by an invitation.
 *
 * @param now milliseconds since the Unix epoch
 * @returns the invitation to store in place of `former`, with the request and a way to grant it, the earlier answer to
 *   the same request, or a refusal
 */
export function receiveRequest(crypto: Crypto, former: Invitation, box: Uint8Array, now: number): ReceivedRequest {
  const invitation = refreshInvitation(former, now);
  const { answer, keys } = invitation;
  const requestSha256 = bytesToHex(crypto.sha256(box));
  if (answer?.requestSha256 === requestSha256) return { kind: 'again', invitation, box: answer.box };
  // A folder holds the same incomplete box in every run until it is copied.
  if (keys === null || invitation.failedRequestSha256 === requestSha256) return { kind: 'refused', invitation };

  const boxKeys = { invitationId: invitation.id, ...keys };
  const request = readRequest(crypto, decryptRequestBox(crypto, boxKeys, box));
  if (request === null) return { kind: 'refused', invitation: countFailure(invitation, requestSha256) };
  const grant = (content: Grant): GrantResult => {
    const response = encryptResponseBox(crypto, boxKeys, box, buildGrant(crypto, request.keys.box, content));
    const until = now + INVITATION_LIMITS.answerMs;
    const spent = { ...close(invitation, 'spent'), answer: { requestSha256, box: response, until } };
    return { invitation: spent, box: response };
  };
  return { kind: 'join', request, grant };
}

function countFailure(invitation: Invitation, failedRequestSha256: string): Invitation {
  const counted = { ...invitation, failures: invitation.failures + 1, failedRequestSha256 };
  return counted.failures >= INVITATION_LIMITS.failures ? close(counted, 'locked') : counted;
}
