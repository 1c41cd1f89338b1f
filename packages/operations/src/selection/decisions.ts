import type { Output } from '@notes/contract';
import type { SelectedLinks, SelectionFacts } from '@notes/storage';
import type { Exclusion } from './gather.js';
import type { PlanTask } from './plan-task.js';
import { isWithheld } from './targets.js';

type Plan = Output<'planSelection'>;
type LinkCounts = Omit<SelectedLinks, 'documentId'>;

/** What decisions are made of. */
export interface Facts extends SelectionFacts {
  readonly counts: Plan['counts'];
  readonly links: LinkCounts;
  readonly exclusions: readonly Exclusion[];
  /** Sources the notes came from, withheld or not. */
  readonly provenance: number;
}

/** Sums links up, and keeps those of the first notes. */
export function linkTotals(
  links: Iterable<SelectedLinks>,
  limit: number,
): { rows: SelectedLinks[]; notes: number; sum: LinkCounts } {
  const rows: SelectedLinks[] = [];
  const sum = { kept: 0, leaving: 0, unresolved: 0, external: 0 };
  let notes = 0;
  for (const row of links) {
    if (notes++ < limit) rows.push(row);
    for (const name of Object.keys(sum) as (keyof LinkCounts)[]) sum[name] += row[name];
  }
  return { rows, notes, sum };
}

/** What whoever gets the selection learns beside the texts of its notes, or does not. */
export function privacyOf({ target, policy }: PlanTask, facts: Facts): Plan['privacy'] {
  const travels = (does: boolean) => (does ? 'included' : 'withheld');
  const trashedOut = facts.exclusions.filter(({ reason }) => reason === 'trashed').length;
  return [
    {
      subject: 'trashed_notes',
      decision: travels(policy.include_trashed),
      count: policy.include_trashed ? facts.trashed : trashedOut,
    },
    { subject: 'older_revisions', decision: travels(policy.all_revisions), count: facts.olderRevisions },
    { subject: 'provenance', decision: travels(!isWithheld(target, 'provenance')), count: facts.provenance },
    { subject: 'external_links', decision: 'kept_in_text', count: facts.links.external },
    { subject: 'remote_media', decision: 'kept_in_text', count: facts.withRemoteMedia },
    { subject: 'attachments', decision: 'included', count: facts.counts.resources },
  ];
}

/** What should be looked at before the selection leaves. */
export function warningsOf({ counts, links, exclusions, ...facts }: Facts): Plan['warnings'] {
  const notFound = exclusions.filter(({ reason }) => reason === 'not_found').length;
  const all: Plan['warnings'] = [
    { code: 'empty_selection', count: counts.documents === 0 ? 1 : 0 },
    { code: 'links_leave_selection', count: links.leaving },
    { code: 'links_unresolved', count: links.unresolved },
    { code: 'remote_media', count: facts.withRemoteMedia },
    { code: 'unparsed_documents', count: facts.unparsed },
    { code: 'partly_read_documents', count: facts.partlyRead },
    { code: 'selectors_not_found', count: notFound },
  ];
  return all.filter(({ count }) => count > 0);
}
