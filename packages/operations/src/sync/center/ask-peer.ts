import { type PendingJoin, pairOverRest } from '@notes/sync-protocol';
import { meetPeer } from '../rest/index.js';
import type { PeerPlace } from './place.js';

/** What a service answered to a request to join, and the certificate it has shown. */
export interface PeerAnswer {
  readonly box: Uint8Array;
  /** Null without TLS. */
  readonly certificateSha256: string | null;
}

/**
 * Asks a service to be let in. Where its certificate is not known, it is asked whoever it is: the request says nothing
 * to anybody without the code, and its answer says which certificate is the right one.
 *
 * @param now Milliseconds since 1970.
 * @throws CarrierError `refused` for a code that is not open there, or another certificate than the known one
 */
export async function askPeer(
  { baseUrl, certificateSha256 }: PeerPlace,
  pending: PendingJoin,
  now: number,
): Promise<PeerAnswer> {
  const connection = meetPeer(baseUrl, certificateSha256);
  try {
    const box = await pairOverRest(connection.http, pending, now);
    return { box, certificateSha256: connection.certificateSha256() };
  } finally {
    connection.close();
  }
}
