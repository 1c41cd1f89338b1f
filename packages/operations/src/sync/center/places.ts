import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Library } from '../../context.js';
import { LibrarySyncStore } from '../library-store.js';
import { hubFolder } from '../peers/hub.js';
import { groupOf } from './group.js';
import { meetingFolder } from './meeting-folder.js';
import { type PeerPlaceOptions, peerPlace } from './peer-place.js';
import { chosenPlace, folderPlace, type MeetingPlace, noPlace } from './place.js';
import { asReplica, type Replica } from './replica.js';

/** Whether there is anywhere to exchange at. */
export const hasPlace = ({ config }: Pick<Library, 'config'>): boolean =>
  config['sync.target'] !== 'none' || config['sync.rest.enabled'];

/**
 * Where a replica exchanges: at what its own service keeps for peers, if they may connect, then where the settings say.
 * Each is to be opened, which may fail for itself.
 *
 * @throws ServiceError `sync_disabled` for settings that name none, or do not say where
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
 * What others have put at the place the settings name, in a text that changes with it; empty where they name none.
 *
 * @throws as `placesOf`; CarrierError where nothing can be said
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

/** What peers put at the service of this library; null where none may, or no service has made room for it yet. */
async function ownPlace({ config, store }: Library, { keys }: Replica): Promise<MeetingPlace | null> {
  if (!config['sync.rest.enabled']) return null;
  const root = hubFolder(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  const isOurs = found?.state === 'carrier' && found.identity.databaseId === keys.databaseId;
  return isOurs ? await folderPlace(root, keys) : null;
}
