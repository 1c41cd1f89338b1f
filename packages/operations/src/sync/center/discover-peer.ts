import type { Input, Output } from '@notes/contract';
import { CarrierError, type CarrierErrorCode, type PeerHttp } from '@notes/sync-protocol';
import type { Context } from '../../context.js';
import { LibrarySyncStore } from '../library-store.js';
import { meetPeer } from '../rest/index.js';
import { known, NOBODY } from './found-carrier.js';
import { groupOf } from './group.js';
import { peerPlace } from './peer-place.js';
import { asReplica, isReplica } from './replica.js';

type Found = Output<'discoverCarrier'>;

const HANDSHAKE = '/api/v1/sync/handshake';
/** How long a peer may be waited for that wants to be asked less often. */
const PATIENCE_MS = 20_000;
/** What the door of peers answers to whoever does not sign, at once or too often. */
const DOOR: ReadonlySet<number> = new Set([401, 429]);

/**
 * What a service says to a peer. One of another group says nothing of itself; neither does any to a library that is in
 * no group yet. Its certificate is told, for a person to compare.
 *
 * @throws CarrierError
 */
export async function discoverPeer(
  context: Context,
  { base_url: baseUrl = '', tls_cert_sha256 }: Pick<Input<'discoverCarrier'>, 'base_url' | 'tls_cert_sha256'>,
): Promise<Found> {
  const connection = meetPeer(baseUrl);
  try {
    const isDoor = await isAtDoor(connection.http);
    const certificateSha256 = connection.certificateSha256();
    const isOther = tls_cert_sha256 !== undefined && tls_cert_sha256 !== certificateSha256;
    const found = { ...NOBODY, tls_cert_sha256: certificateSha256 };
    if (isOther || !isDoor) return { ...found, state: 'not_a_carrier' };
    if (!isReplica(context.library)) return { ...found, state: 'other_database' };
    return { ...found, ...(await askAsPeer(context, { baseUrl, certificateSha256 })) };
  } finally {
    connection.close();
  }
}

/** How a service answers who is none of its group. */
const STRANGERS: ReadonlySet<CarrierErrorCode> = new Set(['refused', 'not_enrolled']);

const isAtDoor = async (http: PeerHttp) =>
  DOOR.has((await http({ method: 'GET', target: HANDSHAKE, headers: {} })).status);

function askAsPeer({ library, now }: Context, at: Parameters<typeof peerPlace>[1]) {
  return asReplica(library, async (replica) => {
    const { state } = await groupOf(replica, new LibrarySyncStore(library));
    const place = peerPlace(replica, at, { state, now, signal: AbortSignal.timeout(PATIENCE_MS) });
    try {
      return known(replica.keys, await place.carrier.identity());
    } catch (error) {
      if (!(error instanceof CarrierError) || !STRANGERS.has(error.code)) throw error;
      return { state: 'other_database' as const };
    } finally {
      place.close();
    }
  });
}
