import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { fromBase64 } from '../../base64.js';
import { CarrierError } from '../../carrier/carrier.js';
import { createAnswerError, type PeerHttp, parseAnswer, readErrorCode, toPeerError } from '../../carrier/peer-http.js';
import type { PendingJoin } from './join.js';
import { splitRequestBox } from './rest-boxes.js';

const pairAnswer = z.strictObject({ box: z.base64() });

/**
 * Sends a request to join to the service of the inviting device, and returns the box of its answer.
 *
 * @param now milliseconds since the Unix epoch
 * @throws CarrierError `refused` when the code is not open there; other codes as for a connection
 */
export async function pairOverRest(
  http: PeerHttp,
  { invitationId, box }: PendingJoin,
  now: number,
): Promise<Uint8Array> {
  const answer = await http({
    method: 'POST',
    target: '/api/v1/sync/pair',
    headers: { 'Content-Type': 'application/json' },
    body: encodeUtf8(JSON.stringify(splitRequestBox(invitationId, box))),
  });
  if (answer.status === 401 && readErrorCode(answer) !== undefined)
    throw new CarrierError(
      'refused',
      'The service does not accept the code: it was used or cancelled, has expired, or is from another device. Create a new code.',
    );
  if (answer.status !== 200) throw toPeerError(answer, now);
  const bytes = fromBase64(parseAnswer(pairAnswer, answer.body).box);
  if (bytes === null) throw createAnswerError();
  return bytes;
}
