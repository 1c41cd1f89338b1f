import type { Input, Output } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import { CarrierError, type CarrierErrorCode, type PeerHttp } from '@notes/sync-protocol/carrier';
import type { Context } from '../../platform/context.js';
import { startTimeLimit } from '../../platform/time-limit.js';
import { closeOnAbort, connectUnpinned } from '../rest/index.js';
import { describeCarrier, NO_CARRIER } from './describe-carrier.js';
import { loadGroup } from './group.js';
import { openPeerTarget } from './peer-target.js';
import { isReplica, withReplica } from './replica.js';
import type { ServiceAddress } from './sync-target.js';

type Discovery = Output<'discoverCarrier'>;

const HANDSHAKE = '/api/v1/sync/handshake';
/** Longest discovery in milliseconds, with the pauses that a peer requests which limits their rate. */
const MAX_WAIT_MS = 20_000;
/** Statuses of a peer endpoint for an unsigned or too frequent request. */
const ENDPOINT_STATUSES: ReadonlySet<number> = new Set([401, 429]);

/**
 * Describes a service to a peer. A service of another group reveals nothing about itself, nor does any service to a
 * library in no group. The certificate is returned for a person to compare.
 *
 * @throws CarrierError `unreachable` also when the service takes too long or the caller aborts; all connections are
 *   closed then
 */
export async function discoverPeer(
  context: Context,
  input: Pick<Input<'discoverCarrier'>, 'base_url' | 'tls_cert_sha256'>,
): Promise<Discovery> {
  const limit = startTimeLimit(MAX_WAIT_MS, context.signal);
  try {
    return await describePeer(context, input, limit.signal);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    throw new CarrierError('unreachable', 'The service did not answer in time', { cause: error });
  } finally {
    limit.end();
  }
}

async function describePeer(
  context: Context,
  { base_url: baseUrl = '', tls_cert_sha256 }: Parameters<typeof discoverPeer>[1],
  signal: AbortSignal,
): Promise<Discovery> {
  const connection = connectUnpinned(baseUrl);
  const close = closeOnAbort(connection, signal);
  try {
    const isDoor = await isPeerEndpoint(connection.http);
    const certificateSha256 = connection.certificateSha256();
    const isOther = tls_cert_sha256 !== undefined && tls_cert_sha256 !== certificateSha256;
    const found = { ...NO_CARRIER, tls_cert_sha256: certificateSha256 };
    if (isOther || !isDoor) return { ...found, state: 'not_a_carrier' };
    if (!isReplica(context.library)) return { ...found, state: 'other_database' };
    return { ...found, ...(await askAsPeer(context, { baseUrl, certificateSha256 }, signal)) };
  } finally {
    close();
  }
}

/** Error codes with which a service refuses a replica outside its group. */
const OUTSIDER_ERRORS: ReadonlySet<CarrierErrorCode> = new Set(['refused', 'not_enrolled']);

const isPeerEndpoint = async (http: PeerHttp) =>
  ENDPOINT_STATUSES.has((await http({ method: 'GET', target: HANDSHAKE, headers: {} })).status);

function askAsPeer({ library, now }: Context, at: ServiceAddress, signal: AbortSignal) {
  return withReplica(library, async (replica) => {
    const { state } = await loadGroup(replica, new LibrarySyncStore(library));
    const place = openPeerTarget(replica, at, { state, now, signal });
    try {
      return describeCarrier(replica.keys, await place.carrier.identity());
    } catch (error) {
      if (!(error instanceof CarrierError) || !OUTSIDER_ERRORS.has(error.code)) throw error;
      return { state: 'other_database' as const };
    } finally {
      place.close();
    }
  });
}
