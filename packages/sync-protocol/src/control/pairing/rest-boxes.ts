import { SCHEME } from '../../auth/canonical.js';
import { fromBase64, toBase64 } from '../../base64.js';
import { concat } from '../../bytes.js';
import { NONCE_LENGTH } from './boxes.js';

/** Body of a request to join over REST: the request box in two parts. */
export interface RestPairRequest {
  readonly protocol: string;
  readonly invitation_id: string;
  /** The first 24 bytes of the request box, base64. */
  readonly nonce: string;
  /** Rest of the request box, base64. */
  readonly box: string;
}

/**
 * Splits a request box for REST.
 *
 * @param box the box, which starts with its nonce
 */
export const splitRequestBox = (invitationId: string, box: Uint8Array): RestPairRequest => ({
  protocol: SCHEME,
  invitation_id: invitationId,
  nonce: toBase64(box.subarray(0, NONCE_LENGTH)),
  box: toBase64(box.subarray(NONCE_LENGTH)),
});

/**
 * Joins the two parts of a request box; returns null when a part is not canonical base64, or the nonce does not have 24
 * bytes.
 */
export function joinRequestBox({ nonce, box }: Pick<RestPairRequest, 'nonce' | 'box'>): Uint8Array | null {
  const [front, rest] = [fromBase64(nonce), fromBase64(box)];
  return front?.length === NONCE_LENGTH && rest !== null ? concat(front, rest) : null;
}
