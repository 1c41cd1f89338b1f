import { DirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';
import type { Context } from '../../platform/context.js';
import { LibrarySyncStore } from '../library-store.js';
import { hubFolder } from '../peers/hub.js';
import { groupOf } from './group.js';
import { peerPlace } from './peer-place.js';
import { chosenPlace, noPlace, type TalliedCarrier } from './place.js';
import type { Replica } from './replica.js';
import { targetDigest } from './sync-order.js';

/** The sync target of the settings in its present state. Nothing is created there. */
export interface Target {
  readonly digest: string;
  readonly carrierId: string;
  readonly carrier: TalliedCarrier;
  close(): void;
}

/**
 * @returns Null for an empty folder, in which nobody has exchanged yet
 * @throws ServiceError `sync_disabled` without a target; CarrierError
 */
export async function targetOf(
  { library, now, signal }: Pick<Context, 'library' | 'now' | 'signal'>,
  replica: Replica,
): Promise<Target | null> {
  const { config, store } = library;
  const { databaseId, replicaId } = replica.keys;
  const chosen = chosenPlace(config);
  if (chosen.target === 'none' && !config['sync.rest.enabled']) throw noPlace();
  if (chosen.target === 'rest') {
    const { state } = await groupOf(replica, new LibrarySyncStore(library));
    const place = peerPlace(replica, chosen, { state, now, ...(signal && { signal }) });
    try {
      const { carrierId } = await place.carrier.identity();
      return { digest: targetDigest(databaseId, carrierId), carrierId, carrier: place.carrier, close: place.close };
    } catch (error) {
      place.close();
      throw error;
    }
  }
  const root = chosen.target === 'directory' ? chosen.path : hubFolder(store.paths.dataDir);
  const found = await inspectDirectory(root);
  if (found.state === 'empty') return null;
  const { carrierId } = found.identity;
  const carrier = new DirectoryCarrier(root, { replicaId });
  return { digest: targetDigest(databaseId, carrierId), carrierId, carrier, close: () => {} };
}
