import { controlState, firstIndexOf, parseArtifactName, verifiedSnapshots } from '@notes/sync-protocol';
import type { Context } from '../../context.js';
import { knowledgeOf } from '../knowledge.js';
import { LibrarySyncStore } from '../library-store.js';
import { peersOf } from './caller.js';
import { readGroup } from './group.js';

/**
 * Whether an artifact of a member may go from here: operations that everybody has and a verified checkpoint holds, and
 * checkpoints of a member before its newest that another has verified. By what this library knows.
 */
export async function mayGo(
  context: Context,
  namespace: string,
  artifactClass: 'ops' | 'snapshots',
  name: string,
): Promise<boolean> {
  const { library } = context;
  const peers = peersOf(context);
  const identity = peers.identity();
  const place = parseArtifactName(artifactClass, name);
  if (identity === null || typeof place?.place !== 'number') return false;
  const log = await readGroup(peers.crypto, identity, new LibrarySyncStore(library));
  // In no group yet: nobody has said what they have.
  if (log.entries.length === 0) return false;
  const state = controlState(log);
  const { floors, acks, checkpoints } = knowledgeOf(library, state, identity.replicaId);
  const index = place.place;
  if (artifactClass === 'ops') {
    const end = library.store.read(({ sync }) => sync.forgetting.endOf(namespace, index));
    const isThat = end?.sha256.startsWith(place.digest) ?? false;
    return isThat && (end?.seq ?? Number.POSITIVE_INFINITY) <= (floors.retention[namespace] ?? 0);
  }
  return verifiedSnapshots(checkpoints, acks, identity.replicaId).some(
    ({ record, verifiedBy }) =>
      record.replica === namespace && verifiedBy.some((id) => id !== namespace) && index < firstIndexOf(record),
  );
}
