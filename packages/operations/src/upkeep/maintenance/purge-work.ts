import type { TrashedNote, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { purgeTrashedNote } from '../../notes/trash/purge.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { scrub } from './scrub.js';

/** A note in Trash in its planned state. A note whose state has changed stays. */
const purgeItem = z.object({
  document_id: z.string(),
  revision_id: z.string(),
  deleted_at: z.number(),
  revisions: z.number(),
  attachments: z.number(),
});
export type PurgeItem = z.infer<typeof purgeItem>;

export const toPurgeItem = ({ id, revisionId, deletedAt, revisions, attachments }: TrashedNote): PurgeItem => ({
  document_id: id,
  revision_id: revisionId,
  deleted_at: deletedAt,
  revisions,
  attachments,
});

/** Purges notes, then removes the remains of their text. */
export const purgeWork: PlannedWork<PurgeItem> = {
  kind: 'purge',
  format: 'service-purge',
  item: purgeItem,
  apply: (unit, item, { job }) => purge(unit, item, job.now()),
  finish: scrub,
};

export const runPurge = carryOut(purgeWork);

function purge(unit: UnitOfWork, item: PurgeItem, at: number): Counts {
  const note = unit.documents.getTrashed(item.document_id);
  if (note === undefined || note.isImported || !isUnchanged(item, toPurgeItem(note))) return SKIPPED;
  purgeTrashedNote(unit, item.document_id, at);
  const { revisions, attachments } = item;
  return { documents: 1, revisions, attachments };
}

const isUnchanged = (planned: PurgeItem, found: PurgeItem) =>
  Object.entries(planned).every(([name, value]) => found[name as keyof PurgeItem] === value);
