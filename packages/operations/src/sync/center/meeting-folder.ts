import { resolve } from 'node:path';
import { ServiceError } from '@notes/contract';
import { CarrierError, type CarrierIdentity, type PairingBoxes } from '@notes/sync-protocol';
import { createDirectoryCarrier, inspectDirectory } from '@notes/sync-protocol/node';
import type { Library } from '../../context.js';
import { asServiceError, chosenPlace, folderPlace, type MeetingPlace } from './place.js';
import { asReplica, type Replica } from './replica.js';

/**
 * The folder where a replica meets others. An empty one is made their place, unless the library met others at this path
 * before: then it may be a disk that is not mounted, and only a person says that all is to begin anew there.
 *
 * @throws CarrierError `unreachable` for an empty folder where others were met before; as `inspectDirectory`
 */
export async function meetingFolder(
  root: string,
  replica: Replica,
): Promise<MeetingPlace & { readonly pairing: PairingBoxes }> {
  const found = await inspectDirectory(root);
  if (found.state === 'empty' && replica.store.meetings.carrierAt(resolve(root)) !== undefined) throw isEmptied();
  remember(root, replica, found.state === 'empty' ? await makeCarrier(root, replica) : found.identity);
  return await folderPlace(root, replica.keys);
}

/**
 * Makes the empty folder of the settings a place to meet at, whatever was there before.
 *
 * @throws ServiceError `validation_failed` where the settings name no folder; `conflict` for one that is not empty
 */
export function meetAnew(library: Library): Promise<void> {
  const chosen = chosenPlace(library.config);
  if (chosen.target !== 'directory')
    throw new ServiceError('validation_failed', 'new_carrier: goes with the target directory alone');
  return asReplica(library, async (replica) => {
    try {
      remember(chosen.path, replica, await makeCarrier(chosen.path, replica));
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const makeCarrier = (root: string, { keys }: Replica) => createDirectoryCarrier(root, keys.databaseId);

/** One of another library is no place of this one, and is refused when it is exchanged with. */
export function remember(
  root: string,
  { keys, store }: Pick<Replica, 'keys' | 'store'>,
  { carrierId, databaseId }: CarrierIdentity,
): void {
  if (databaseId === keys.databaseId) store.meetings.keep(resolve(root), carrierId);
}

const isEmptied = () =>
  new CarrierError(
    'unreachable',
    'the folder is empty, and this library met others there before: is its disk mounted? To begin anew there: notes sync run --new-carrier',
  );
