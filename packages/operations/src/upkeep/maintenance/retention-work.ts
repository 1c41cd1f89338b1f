import type { OldRevisions, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { getRetentionStart } from './retention-start.js';
import { scrub } from './scrub.js';

/** Old revisions of a note: their number, and the last of them. */
const retentionItem = z.object({
  document_id: z.string(),
  through: z.string(),
  revisions: z.number(),
  bytes: z.number(),
});
export type RetentionItem = z.infer<typeof retentionItem>;

export const toRetentionItem = ({ documentId, through, count, bytes }: OldRevisions): RetentionItem => ({
  document_id: documentId,
  through,
  revisions: count,
  bytes,
});

/** Deletes old revisions, note by note, then removes the remains of their text. */
export const retentionWork: PlannedWork<RetentionItem> = {
  kind: 'retention',
  format: 'service-retention',
  item: retentionItem,
  apply: (unit, item, { job }) => deleteOldRevisions(unit, item, job),
  finish: scrub,
};

export const runRetention = carryOut(retentionWork);

/** Revisions that became old after planning wait for the next plan. */
function deleteOldRevisions({ revisions }: UnitOfWork, item: RetentionItem, { library, now }: JobRun): Counts {
  const before = getRetentionStart(library, now());
  const found = before === undefined ? undefined : revisions.findOld(item.document_id, before, item.through);
  if (found === undefined || found.count !== item.revisions || found.bytes !== item.bytes) return SKIPPED;
  revisions.removeOld(found);
  return { documents: 1, revisions: item.revisions, bytes: item.bytes };
}
