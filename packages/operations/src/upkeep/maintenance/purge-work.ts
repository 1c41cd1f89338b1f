import type { TrashedNote, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { purgeTrashed } from '../../notes/trash/purge.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { scrub } from './scrub.js';

/** A note in Trash in its planned state. A note whose state has changed stays. */
const doomed = z.object({
  document_id: z.string(),
  revision_id: z.string(),
  deleted_at: z.number(),
  revisions: z.number(),
  attachments: z.number(),
});
export type Doomed = z.infer<typeof doomed>;

export const asDoomed = ({ id, revisionId, deletedAt, revisions, attachments }: TrashedNote): Doomed => ({
  document_id: id,
  revision_id: revisionId,
  deleted_at: deletedAt,
  revisions,
  attachments,
});

/** Purges notes, then removes the remains of their text. */
export const purgeWork: PlannedWork<Doomed> = {
  kind: 'purge',
  format: 'service-purge',
  item: doomed,
  apply: (unit, item, { job }) => purge(unit, item, job.now()),
  finish: scrub,
};

export const runPurge = carryOut(purgeWork);

function purge(unit: UnitOfWork, item: Doomed, at: number): Counts {
  const note = unit.documents.trashed(item.document_id);
  if (note === undefined || note.isImported || !isAs(item, asDoomed(note))) return SKIPPED;
  purgeTrashed(unit, item.document_id, at);
  const { revisions, attachments } = item;
  return { documents: 1, revisions, attachments };
}

const isAs = (planned: Doomed, found: Doomed) =>
  Object.entries(planned).every(([name, value]) => found[name as keyof Doomed] === value);
