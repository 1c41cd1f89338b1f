import type { Output } from '@notes/contract';
import type { CarrierIdentity } from '@notes/sync-protocol/carrier';
import type { Library } from '../../platform/context.js';

/** Response for a location without a carrier. */
export const NO_CARRIER: Omit<Output<'discoverCarrier'>, 'state'> = {
  carrier_id: null,
  database_id: null,
  tls_cert_sha256: null,
};

/** Returns the owner of a carrier by its identity. */
export const describeCarrier = ({ databaseId }: Pick<Library, 'databaseId'>, identity: CarrierIdentity) => ({
  state: identity.databaseId === databaseId ? ('same_database' as const) : ('other_database' as const),
  carrier_id: identity.carrierId,
  database_id: identity.databaseId,
});
