import { SyncKeyStore } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { Library } from '../../platform/context.js';
import { SafeMessageError } from '../../platform/jobs/fault.js';
import { syncCrypto } from '../crypto.js';
import { LibrarySyncKeys, type ReplicaStorage } from '../keys/replica-keys.js';
import { Pairing } from '../peers/pairing.js';

/** Runs work on the sync state that is stored beside the library. */
export async function withReplicaStorage<T>(
  library: Library,
  work: (place: ReplicaStorage) => Promise<T> | T,
): Promise<T> {
  const { dataDir } = library.store.paths;
  const open = library.peers?.store;
  const store = open ?? new SyncKeyStore(dataDir);
  try {
    return await work({ dataDir, crypto: syncCrypto, store });
  } finally {
    if (open === undefined) store.close();
  }
}

/** A library that is a replica, and its keys. */
export interface Replica extends ReplicaStorage {
  readonly keys: LibrarySyncKeys;
}

/** Returns true when the library was ever in a group. Otherwise no sync state is stored beside it. */
export const isReplica = ({ store }: Library): boolean => store.read(({ sync }) => sync.own() !== undefined);

/** Returns true when the library has exchanged in a group, even if its keys are lost. */
export const wasMember = ({ store }: Library): boolean => store.read(({ sync }) => sync.exchange.hasExchanged());

/**
 * Runs work on a library that is in a group.
 *
 * @throws ServiceError `conflict` for a library that is in no group or has lost its identity
 */
export async function withReplica<T>(library: Library, work: (replica: Replica) => Promise<T> | T): Promise<T> {
  if (!isReplica(library)) throw noGroupError();
  return await withReplicaStorage(library, (place) => {
    const keys = LibrarySyncKeys.open(place);
    if (keys === null) throw wasMember(library) ? lostIdentityError() : noGroupError();
    return work({ ...place, keys });
  });
}

const lostIdentityError = () =>
  new SafeMessageError(
    'conflict',
    'This device has lost its sync identity: the file keys/sync-identity.json is missing or damaged. Nothing was sent. Join the group again with a pairing code of another device, or with the recovery code. Notes written here are kept and sent then',
  );

const noGroupError = () =>
  new SafeMessageError(
    'conflict',
    'This library is in no sync group yet. Run `notes sync init` to create one, or `notes sync pair` to join one',
  );

/** Returns the pairing that admits replicas to the group at a carrier, whose id may not be known yet. */
export function createPairing(
  library: Library,
  replica: Replica,
  now: () => number,
  carrierId: string | null,
): Pairing {
  const { crypto, store, keys } = replica;
  return new Pairing({
    crypto,
    store,
    members: new LibrarySyncStore(library),
    identity: () => keys,
    place: () => ({ tlsCertSha256: null, carrier: { kind: 'directory', carrierId } }),
    now,
  });
}
