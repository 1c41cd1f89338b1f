import { type PendingJoin, pairOverRest } from '@notes/sync-protocol/control';
import { connectUnpinned } from '../rest/index.js';
import type { ServiceAddress } from './sync-target.js';

/** Response of a service to a request to join, and its certificate. */
export interface JoinResponse {
  readonly box: Uint8Array;
  /** SHA-256 of the certificate in hexadecimal; null without TLS. */
  readonly certificateSha256: string | null;
}

/**
 * Sends a request to join to a service. A service with an unknown certificate is asked as well: without the code the
 * request reveals nothing, and the response authenticates the certificate.
 *
 * @param now Milliseconds since the Unix epoch.
 * @throws CarrierError `refused` for a code that is not open there, or a certificate other than the known one
 */
export async function requestToJoin(
  { baseUrl, certificateSha256 }: ServiceAddress,
  pending: PendingJoin,
  now: number,
): Promise<JoinResponse> {
  const connection = connectUnpinned(baseUrl, certificateSha256);
  try {
    const box = await pairOverRest(connection.http, pending, now);
    return { box, certificateSha256: connection.certificateSha256() };
  } finally {
    connection.close();
  }
}
