import type { Output } from '@notes/contract';

export type Revision = Output<'listRevisions'>['revisions'][number];

/** Gap below which revisions belong to one editing session, in milliseconds. */
const SESSION_MS = 10 * 60_000;

/** Groups revisions less than ten minutes apart; newest first, also within a group. */
export function groupSessions(revisions: readonly Revision[]): Revision[][] {
  const groups: Revision[][] = [];
  for (const revision of revisions) {
    const group = groups.at(-1);
    const later = group?.at(-1);
    if (group !== undefined && later !== undefined && msBetween(revision, later) < SESSION_MS) group.push(revision);
    else groups.push([revision]);
  }
  return groups;
}

const msBetween = (earlier: Revision, later: Revision) => Date.parse(later.created_at) - Date.parse(earlier.created_at);
