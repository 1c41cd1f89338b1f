import { LibrarySyncStore } from '@notes/storage/sync';
import { parseArtifactName } from '@notes/sync-protocol';
import { getControlState } from '@notes/sync-protocol/control';
import { getFirstIndex, listVerifiedSnapshots } from '@notes/sync-protocol/run';
import type { Context } from '../../platform/context.js';
import { readKnowledge } from '../knowledge.js';
import { getPeerService } from './caller.js';
import { readControlLog } from './group.js';

/**
 * Returns true when an artifact of a member may be removed here, by the knowledge of this library: operations that
 * every member has and a verified checkpoint contains, and checkpoints older than the member's newest one verified by
 * another member.
 */
export async function canRemoveArtifact(
  context: Context,
  namespace: string,
  artifactClass: 'ops' | 'snapshots',
  name: string,
): Promise<boolean> {
  const { library } = context;
  const peers = getPeerService(context);
  const identity = peers.identity();
  const place = parseArtifactName(artifactClass, name);
  if (identity === null || typeof place?.position !== 'number') return false;
  const log = await readControlLog(peers.crypto, identity, new LibrarySyncStore(library));
  // A library in no group has no acknowledgements.
  if (log.entries.length === 0) return false;
  const state = getControlState(log);
  const { floors, acks, checkpoints } = readKnowledge(library, state, identity.replicaId);
  const index = place.position;
  if (artifactClass === 'ops') {
    const end = library.store.read(({ sync }) => sync.pruning.findSegmentEnd(namespace, index));
    const isThat = end?.sha256.startsWith(place.digest) ?? false;
    return isThat && (end?.seq ?? Number.POSITIVE_INFINITY) <= (floors.retention[namespace] ?? 0);
  }
  return listVerifiedSnapshots(checkpoints, acks, identity.replicaId).some(
    ({ record, verifiedBy }) =>
      record.replica === namespace && verifiedBy.some((id) => id !== namespace) && index < getFirstIndex(record),
  );
}
