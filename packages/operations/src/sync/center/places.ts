import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Library } from '../../platform/context.js';
import { LibrarySyncStore } from '../library-store.js';
import { hubFolder } from '../peers/hub.js';
import { groupOf } from './group.js';
import { meetingFolder } from './meeting-folder.js';
import { type PeerPlaceOptions, peerPlace } from './peer-place.js';
import { chosenPlace, folderPlace, type MeetingPlace, noPlace } from './place.js';
import { asReplica, type Replica } from './replica.js';

/** Returns true when the settings enable any sync target. */
export const hasPlace = ({ config }: Pick<Library, 'config'>): boolean =>
  config['sync.target'] !== 'none' || config['sync.rest.enabled'];

/**
 * Returns the sync targets of a replica: the store of its own service, if peers may connect, then the target of the
 * settings. Opening one may fail without affecting the other.
 *
 * @throws ServiceError `sync_disabled` for settings without a target or its location
 */
export function placesOf(
  library: Library,
  replica: Replica,
  options: Omit<PeerPlaceOptions, 'state'>,
): readonly (() => Promise<MeetingPlace | null>)[] {
  if (!hasPlace(library)) throw noPlace();
  chosenPlace(library.config);
  return [() => ownPlace(library, replica), () => targetPlace(library, replica, options)];
}

/**
 * Returns a text that changes with the artifacts of other replicas at the target of the settings; empty without a
 * target.
 *
 * @throws as `placesOf`; CarrierError when the target cannot be read
 */
export async function lookAtTarget(library: Library, options: Omit<PeerPlaceOptions, 'state'>): Promise<string> {
  return await asReplica(library, async (replica) => {
    const place = await targetPlace(library, replica, options);
    if (place === null) return '';
    try {
      await place.carrier.identity();
      return await place.carrier.tally(replica.keys.replicaId);
    } finally {
      place.close();
    }
  });
}

async function targetPlace(
  library: Library,
  replica: Replica,
  options: Omit<PeerPlaceOptions, 'state'>,
): Promise<MeetingPlace | null> {
  const chosen = chosenPlace(library.config);
  if (chosen.target === 'none') return null;
  if (chosen.target === 'directory') return await meetingFolder(chosen.path, replica);
  const { state } = await groupOf(replica, new LibrarySyncStore(library));
  return peerPlace(replica, chosen, { ...options, state });
}

/** Returns the store of the own service; null when peers may not connect, or no service has created the store yet. */
async function ownPlace({ config, store }: Library, { keys }: Replica): Promise<MeetingPlace | null> {
  if (!config['sync.rest.enabled']) return null;
  const root = hubFolder(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  const isOurs = found?.state === 'carrier' && found.identity.databaseId === keys.databaseId;
  return isOurs ? await folderPlace(root, keys) : null;
}
