import { type Input, type Output, ServiceError } from '@notes/contract';
import { CarrierError, type CarrierIdentity } from '@notes/sync-protocol';
import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Context, Library } from '../../context.js';
import { folderSetting } from './configure.js';
import { discoverPeer } from './discover-peer.js';

type Found = Output<'discoverCarrier'>;

export const NOBODY: Omit<Found, 'state'> = { carrier_id: null, database_id: null, tls_cert_sha256: null };

/** What is at a place of exchange: the folder of the settings, or a service. Nothing is made or changed there. */
export async function discoverCarrier(context: Context, input: Input<'discoverCarrier'>): Promise<Found> {
  if ((input.target === 'rest') !== (input.base_url !== undefined))
    throw new ServiceError('validation_failed', 'base_url: goes with the target rest, and with no other');
  try {
    return await (input.target === 'rest' ? discoverPeer(context, input) : discoverFolder(context.library));
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const passes = error.code === 'unreachable' || error.code === 'rate_limited';
    return { state: passes ? 'unreachable' : 'not_a_carrier', ...NOBODY };
  }
}

async function discoverFolder(library: Library): Promise<Found> {
  const folder = folderSetting(library);
  if (folder === '') return { state: 'unreachable', ...NOBODY };
  const found = await inspectDirectory(folder);
  return found.state === 'empty' ? { state: 'empty', ...NOBODY } : { ...NOBODY, ...known(library, found.identity) };
}

/** Whose a carrier is that says so. */
export const known = ({ databaseId }: Pick<Library, 'databaseId'>, identity: CarrierIdentity) => ({
  state: identity.databaseId === databaseId ? ('same_database' as const) : ('other_database' as const),
  carrier_id: identity.carrierId,
  database_id: identity.databaseId,
});
