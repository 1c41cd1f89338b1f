import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { SCHEME } from '../auth/canonical.js';
import { fromBase64, toBase64 } from '../base64.js';
import { NONCE_LENGTH } from '../pairing/boxes.js';
import type { PendingJoin } from '../pairing/join.js';
import { CarrierError } from './carrier.js';
import { misread, type PeerHttp, parsed, refusalOf } from './peer-http.js';

const pairAnswer = z.strictObject({ box: z.base64() });

/**
 * Puts a request to join to the service of whoever has invited; answers the box it answers with.
 *
 * @param now Milliseconds since 1970.
 * @throws CarrierError `refused` for a code that is not open there; as the connection
 */
export async function pairOverRest(
  http: PeerHttp,
  { invitationId, box }: PendingJoin,
  now: number,
): Promise<Uint8Array> {
  const request = {
    protocol: SCHEME,
    invitation_id: invitationId,
    nonce: toBase64(box.subarray(0, NONCE_LENGTH)),
    box: toBase64(box.subarray(NONCE_LENGTH)),
  };
  const answer = await http({
    method: 'POST',
    target: '/api/v1/sync/pair',
    headers: { 'Content-Type': 'application/json' },
    body: encodeUtf8(JSON.stringify(request)),
  });
  if (answer.status === 401)
    throw new CarrierError(
      'refused',
      'it does not take the code: it was used, taken back, is too old, or from elsewhere',
    );
  if (answer.status !== 200) throw refusalOf(answer, now);
  const bytes = fromBase64(parsed(pairAnswer, answer.body).box);
  if (bytes === null) throw misread();
  return bytes;
}
