import { LibrarySyncStore } from '@notes/storage/sync';
import { refuseForeignCarrier } from '@notes/sync-protocol/carrier';
import { DirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';
import type { Context } from '../../platform/context.js';
import { hubFolderFor } from '../peers/hub.js';
import { loadGroup } from './group.js';
import { openPeerTarget } from './peer-target.js';
import type { Replica } from './replica.js';
import { inspectSyncFolder } from './sync-folder.js';
import { toTargetDigest } from './sync-order.js';
import { noTargetError, readTargetSettings, type TalliedCarrier } from './sync-target.js';

/** The sync target of the settings in its present state. Nothing is created there. */
export interface InspectedTarget {
  readonly digest: string;
  readonly carrierId: string;
  readonly carrier: TalliedCarrier;
  close(): void;
}

/**
 * @returns Null for an empty folder, in which nobody has exchanged yet
 * @throws ServiceError `sync_disabled` without a target; CarrierError, also for a folder that was emptied or belongs to
 * another library
 */
export async function inspectTarget(
  { library, now, signal }: Pick<Context, 'library' | 'now' | 'signal'>,
  replica: Replica,
): Promise<InspectedTarget | null> {
  const { config, store } = library;
  const { databaseId, replicaId } = replica.keys;
  const chosen = readTargetSettings(config);
  if (chosen.target === 'none' && !config['sync.rest.enabled']) throw noTargetError();
  if (chosen.target === 'rest') {
    const { state } = await loadGroup(replica, new LibrarySyncStore(library));
    const place = openPeerTarget(replica, chosen, { state, now, ...(signal && { signal }) });
    try {
      const identity = await place.carrier.identity();
      refuseForeignCarrier(identity, databaseId);
      const { carrierId } = identity;
      return { digest: toTargetDigest(databaseId, carrierId), carrierId, carrier: place.carrier, close: place.close };
    } catch (error) {
      place.close();
      throw error;
    }
  }
  const isFolder = chosen.target === 'directory';
  const root = isFolder ? chosen.path : hubFolderFor(store.paths.dataDir);
  const found = await (isFolder ? inspectSyncFolder(root, replica) : inspectDirectory(root));
  if (found.state === 'empty') return null;
  const { carrierId } = found.identity;
  refuseForeignCarrier(found.identity, databaseId);
  const carrier = new DirectoryCarrier(root, { replicaId });
  return { digest: toTargetDigest(databaseId, carrierId), carrierId, carrier, close: () => {} };
}
