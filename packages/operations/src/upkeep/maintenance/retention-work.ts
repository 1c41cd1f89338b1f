import type { OldRevisions, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { keptSince } from './kept-since.js';
import { scrub } from './scrub.js';

/** Old revisions of a note: their number, and the last of them. */
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

/** Deletes old revisions, note by note, then removes the remains of their text. */
export const retentionWork: PlannedWork<Outdated> = {
  kind: 'retention',
  format: 'service-retention',
  item: outdated,
  apply: (unit, item, { job }) => forget(unit, item, job),
  finish: scrub,
};

export const runRetention = carryOut(retentionWork);

/** Revisions that became old after planning wait for the next plan. */
function forget({ revisions }: UnitOfWork, item: Outdated, { library, now }: JobRun): Counts {
  const before = keptSince(library, now());
  const found = before === undefined ? undefined : revisions.oldOf(item.document_id, before, item.through);
  if (found === undefined || found.count !== item.revisions || found.bytes !== item.bytes) return SKIPPED;
  revisions.removeOld(found);
  return { documents: 1, revisions: item.revisions, bytes: item.bytes };
}
