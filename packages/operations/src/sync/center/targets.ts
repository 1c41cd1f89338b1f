import { LibrarySyncStore } from '@notes/storage/sync';
import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Library } from '../../platform/context.js';
import { sha256 } from '../../platform/sha256.js';
import { hubFolderFor } from '../peers/hub.js';
import { loadGroup } from './group.js';
import { openPeerTarget, type PeerTargetOptions } from './peer-target.js';
import { type Replica, withReplica } from './replica.js';
import { openSyncFolder } from './sync-folder.js';
import { noTargetError, openFolderTarget, readTargetSettings, type SyncTarget } from './sync-target.js';

/** Returns true when the settings enable any sync target. */
export const hasTarget = ({ config }: Pick<Library, 'config'>): boolean =>
  config['sync.target'] !== 'none' || config['sync.rest.enabled'];

/**
 * Returns the sync targets of a replica: the store of its own service, if peers may connect, then the target of the
 * settings. Opening one may fail without affecting the other.
 *
 * @throws ServiceError `sync_disabled` for settings without a target or its location
 */
export function listTargets(
  library: Library,
  replica: Replica,
  options: Omit<PeerTargetOptions, 'state'>,
): readonly (() => Promise<SyncTarget | null>)[] {
  if (!hasTarget(library)) throw noTargetError();
  readTargetSettings(library.config);
  return [() => openOwnTarget(library, replica), () => openConfiguredTarget(library, replica, options)];
}

/**
 * Returns a text that changes with the artifacts of other replicas and the requests to join at the target of the
 * settings; empty without a target.
 *
 * @throws as `listTargets`; CarrierError when the target cannot be read
 */
export async function tallyTarget(library: Library, options: Omit<PeerTargetOptions, 'state'>): Promise<string> {
  return await withReplica(library, async (replica) => {
    const place = await openConfiguredTarget(library, replica, options);
    if (place === null) return '';
    try {
      await place.carrier.identity();
      const tally = await place.carrier.tally(replica.keys.replicaId);
      return [tally, ...(await listRequests(place))].join('\n');
    } finally {
      place.close();
    }
  });
}

/** Returns the requests to join at a target. The digest shows when one that was incomplete has arrived. */
async function listRequests({ pairing }: SyncTarget): Promise<string[]> {
  const requests: string[] = [];
  for (const id of (await pairing?.invitations('req')) ?? []) {
    const request = await pairing?.get(id, 'req');
    requests.push(`${id} ${request ? sha256(request) : ''}`);
  }
  return requests;
}

async function openConfiguredTarget(
  library: Library,
  replica: Replica,
  options: Omit<PeerTargetOptions, 'state'>,
): Promise<SyncTarget | null> {
  const chosen = readTargetSettings(library.config);
  if (chosen.target === 'none') return null;
  if (chosen.target === 'directory') return await openSyncFolder(chosen.path, replica);
  const { state } = await loadGroup(replica, new LibrarySyncStore(library));
  return openPeerTarget(replica, chosen, { ...options, state });
}

/** Returns the store of the own service; null when peers may not connect, or no service has created the store yet. */
async function openOwnTarget({ config, store }: Library, { keys }: Replica): Promise<SyncTarget | null> {
  if (!config['sync.rest.enabled']) return null;
  const root = hubFolderFor(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  const isOurs = found?.state === 'carrier' && found.identity.databaseId === keys.databaseId;
  return isOurs ? await openFolderTarget(root, keys) : null;
}
