import type { UnitOfWork } from '@notes/storage';
import type { VersionVector } from '@notes/sync-protocol';
import { z } from 'zod';
import type { JobRun } from '../../jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../../plans/planned-work.js';
import { knowledgeOf } from '../knowledge.js';
import { LibrarySyncStore } from '../library-store.js';
import { groupOf } from './group.js';
import { asReplica } from './replica.js';

/** So many operations of a note and of those that recovered it. */
const ofNote = z.object({
  document_id: z.string(),
  operations: z.number(),
  tombstones: z.number(),
  bytes: z.number(),
  texts: z.number(),
  text_bytes: z.number(),
});
/** What is sealed of own operations, up to a segment. */
const ofSegments = z.object({ through: z.number(), segments: z.number(), bytes: z.number() });
const forgotten = z.union([ofNote, ofSegments]);
export type Forgotten = z.infer<typeof forgotten>;

/** Of this library, and up to which of its operations what is sealed may go. */
interface Floor {
  readonly floor: VersionVector;
  readonly own: number;
}

/** Forgets operations note by note, then what was sealed of them. */
export const syncRetentionWork: PlannedWork<Forgotten, Floor> = {
  kind: 'sync-retention',
  format: 'service-sync-retention',
  item: forgotten,
  prepareAll: async ({ library }: JobRun) => {
    // What is written of a note stands on the revision it has: no other may be forgotten for it.
    await new LibrarySyncStore(library).settleLeft();
    return floorOf(library);
  },
  apply: (unit, item, { ready }) => forget(unit, item, ready),
};

export const runSyncRetention = carryOut(syncRetentionWork);

/** Up to where everything may go for good that makes no difference. */
export function floorOf(library: JobRun['library']): Promise<Floor> {
  return asReplica(library, async (replica) => {
    const { replicaId } = replica.keys;
    const { state } = await groupOf(replica, new LibrarySyncStore(library));
    const floor = knowledgeOf(library, state, replicaId).floors.retention;
    return { floor, own: floor[replicaId] ?? 0 };
  });
}

/** All that may be forgotten now. */
export function forgettableNow({ store }: JobRun['library'], { floor, own }: Floor): Forgotten[] {
  return store.read(({ sync: { forgetting } }) => {
    const notes: Forgotten[] = forgetting
      .notes(floor)
      .map(({ documentId, dots, tombstones, bytes, texts, textBytes }) => ({
        document_id: documentId,
        operations: dots.length,
        tombstones,
        bytes,
        texts,
        text_bytes: textBytes,
      }));
    const segments = forgetting.segments(own);
    return segments.segments > 0 ? [...notes, segments] : notes;
  });
}

/** Where more may go than was planned, or less, it waits for the next plan. */
function forget({ sync: { forgetting } }: UnitOfWork, item: Forgotten, { floor, own }: Floor): Counts {
  if ('through' in item) {
    const { through, segments, bytes } = forgetting.segments(own);
    if (through !== item.through || segments !== item.segments) return SKIPPED;
    forgetting.dropSegments(through);
    return { segments, bytes };
  }
  const { dots, tombstones, bytes, texts, textBytes } = forgetting.note(item.document_id, floor);
  if (dots.length !== item.operations || bytes !== item.bytes) return SKIPPED;
  forgetting.forget(dots);
  return { operations: dots.length, tombstones, texts, bytes: bytes + textBytes };
}
