import type { UnitOfWork } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { VersionVector } from '@notes/sync-protocol';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../../upkeep/plans/planned-work.js';
import { readKnowledge } from '../knowledge.js';
import { loadGroup } from './group.js';
import { withReplica } from './replica.js';

/** Numbers of prunable operations of a note and of its recovery notes. */
const noteItem = z.object({
  document_id: z.string(),
  operations: z.number(),
  tombstones: z.number(),
  bytes: z.number(),
  texts: z.number(),
  text_bytes: z.number(),
});
/** Encrypted own operations up to a segment. */
const segmentsItem = z.object({ through: z.number(), segments: z.number(), bytes: z.number() });
const prunable = z.union([noteItem, segmentsItem]);
export type Prunable = z.infer<typeof prunable>;

/** Retention floor of this replica, and the last own operation below it. */
interface Floor {
  readonly floor: VersionVector;
  readonly own: number;
}

/** Prunes operations note by note, then the encrypted segments of own operations. */
export const syncRetentionWork: PlannedWork<Prunable, Floor> = {
  kind: 'sync-retention',
  format: 'service-sync-retention',
  item: prunable,
  prepareAll: async ({ library }: JobRun) => {
    // Pending remote state is applied first: the operations of a note are pruned relative to its applied revision.
    await new LibrarySyncStore(library).materializePending();
    return readFloor(library);
  },
  apply: (unit, item, { ready }) => prune(unit, item, ready),
};

export const runSyncRetention = carryOut(syncRetentionWork);

/** Returns the floor up to which everything without further effect may be pruned. */
export function readFloor(library: JobRun['library']): Promise<Floor> {
  return withReplica(library, async (replica) => {
    const { replicaId } = replica.keys;
    const { state } = await loadGroup(replica, new LibrarySyncStore(library));
    const floor = readKnowledge(library, state, replicaId).floors.retention;
    return { floor, own: floor[replicaId] ?? 0 };
  });
}

/** Returns everything that may be pruned now. */
export function listPrunable({ store }: JobRun['library'], { floor, own }: Floor): Prunable[] {
  return store.read(({ sync: { pruning } }) => {
    const notes: Prunable[] = pruning.notes(floor).map(({ documentId, dots, tombstones, bytes, texts, textBytes }) => ({
      document_id: documentId,
      operations: dots.length,
      tombstones,
      bytes,
      texts,
      text_bytes: textBytes,
    }));
    const segments = pruning.segments(own);
    return segments.segments > 0 ? [...notes, segments] : notes;
  });
}

/** Items whose prunable operations have changed since planning wait for the next plan. */
function prune({ sync: { pruning } }: UnitOfWork, item: Prunable, { floor, own }: Floor): Counts {
  if ('through' in item) {
    const { through, segments, bytes } = pruning.segments(own);
    if (through !== item.through || segments !== item.segments) return SKIPPED;
    pruning.dropSegments(through);
    return { segments, bytes };
  }
  const { dots, tombstones, bytes, texts, textBytes } = pruning.note(item.document_id, floor);
  if (dots.length !== item.operations || bytes !== item.bytes) return SKIPPED;
  pruning.prune(dots);
  return { operations: dots.length, tombstones, texts, bytes: bytes + textBytes };
}
