import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { type Data, useData } from '../app/use-data.js';

export type Revision = Output<'listRevisions'>['revisions'][number];

/** Revisions closer than this are shown as one sitting. */
const SITTING_MS = 10 * 60_000;
/** As many as are listed; older ones are reached from the terminal. */
export const MOST_REVISIONS = 200;

/** The latest revisions of a note, newest first. */
export const useRevisions = (document_id: string): Data<readonly Revision[]> =>
  useData(`revisions:${document_id}`, async (signal) => {
    const page = await call('listRevisions', { document_id, limit: MOST_REVISIONS }, signal);
    return page.revisions;
  });

/** Runs of revisions, each less than ten minutes after the one before it; newest first in both. */
export function sittings(revisions: readonly Revision[]): Revision[][] {
  const groups: Revision[][] = [];
  for (const revision of revisions) {
    const group = groups.at(-1);
    const later = group?.at(-1);
    if (group !== undefined && later !== undefined && msBetween(revision, later) < SITTING_MS) group.push(revision);
    else groups.push([revision]);
  }
  return groups;
}

const msBetween = (earlier: Revision, later: Revision) => Date.parse(later.created_at) - Date.parse(earlier.created_at);
