import type { OldRevisions, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { keptSince } from './kept-since.js';
import { scrub } from './scrub.js';

/** The old revisions of a note: so many, up to one of them. */
const outdated = z.object({
  document_id: z.string(),
  through: z.string(),
  revisions: z.number(),
  bytes: z.number(),
});
export type Outdated = z.infer<typeof outdated>;

export const asOutdated = ({ documentId, through, count, bytes }: OldRevisions): Outdated => ({
  document_id: documentId,
  through,
  revisions: count,
  bytes,
});

/** Deletes old revisions, note by note, then what is left of their text. */
export const retentionWork: PlannedWork<Outdated> = {
  kind: 'retention',
  format: 'service-retention',
  item: outdated,
  apply: (unit, item, { job }) => forget(unit, item, job),
  finish: scrub,
};

export const runRetention = carryOut(retentionWork);

/** What grew old since the plan was made waits for the next one. */
function forget({ revisions }: UnitOfWork, item: Outdated, { library, now }: JobRun): Counts {
  const before = keptSince(library, now());
  const found = before === undefined ? undefined : revisions.oldOf(item.document_id, before, item.through);
  if (found === undefined || found.count !== item.revisions || found.bytes !== item.bytes) return SKIPPED;
  revisions.removeOld(found);
  return { documents: 1, revisions: item.revisions, bytes: item.bytes };
}
