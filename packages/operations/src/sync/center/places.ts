import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Library } from '../../context.js';
import { LibrarySyncStore } from '../library-store.js';
import { hubFolder } from '../peers/hub.js';
import { groupOf } from './group.js';
import { type PeerPlaceOptions, peerPlace } from './peer-place.js';
import { chosenPlace, folderPlace, type MeetingPlace } from './place.js';
import type { Replica } from './replica.js';

/** Whether there is anywhere to exchange at. */
export const hasPlace = ({ config }: Pick<Library, 'config'>): boolean =>
  config['sync.target'] !== 'none' || config['sync.rest.enabled'];

/**
 * Where a replica exchanges: at what its own service keeps for peers, if they may connect, then where the settings say.
 *
 * @throws ServiceError `sync_disabled` for settings that do not say where; CarrierError
 */
export async function placesOf(
  library: Library,
  replica: Replica,
  options: Omit<PeerPlaceOptions, 'state'>,
): Promise<MeetingPlace[]> {
  const chosen = chosenPlace(library.config);
  const own = await ownPlace(library, replica);
  const places = own === null ? [] : [own];
  if (chosen.target === 'directory') places.push(await folderPlace(chosen.path, replica.keys));
  if (chosen.target === 'rest') {
    const { state } = await groupOf(replica, new LibrarySyncStore(library));
    places.push(peerPlace(replica, chosen, { ...options, state }));
  }
  return places;
}

/** What peers put at the service of this library; null where none may, or no service has made room for it yet. */
async function ownPlace({ config, store }: Library, { keys }: Replica): Promise<MeetingPlace | null> {
  if (!config['sync.rest.enabled']) return null;
  const root = hubFolder(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  const isOurs = found?.state === 'carrier' && found.identity.databaseId === keys.databaseId;
  return isOurs ? await folderPlace(root, keys) : null;
}
