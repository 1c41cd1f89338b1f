import type { Output } from '@notes/contract';
import type { SelectedLinks, SelectionFacts } from '@notes/storage';
import type { Exclusion } from './gather.js';
import type { SelectionTask } from './selection-task.js';
import { isWithheld } from './targets.js';

type Plan = Output<'planSelection'>;
type LinkCounts = Omit<SelectedLinks, 'documentId'>;

/** Facts on which decisions are based. */
export interface Facts extends SelectionFacts {
  readonly counts: Plan['counts'];
  readonly links: LinkCounts;
  readonly exclusions: readonly Exclusion[];
  /** Number of import sources of the notes, withheld or not. */
  readonly provenance: number;
  /** Number of parts of the query that are searched as plain words. */
  readonly partsAsWords: number;
}

/** Counts links, and keeps the links of the first notes. */
export function sumLinks(
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

/** Returns the information that a recipient of the selection gets or does not get beside the texts of its notes. */
export function describePrivacy({ target, policy }: SelectionTask, facts: Facts): Plan['privacy'] {
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

/** Warnings about what was selected, which an export of it repeats. */
type SelectionWarnings = Output<'exportArchive'>['warnings'];
const SELECTION_WARNINGS: ReadonlySet<string> = new Set<SelectionWarnings[number]['code']>([
  'empty_selection',
  'selectors_not_found',
  'query_parts_as_words',
]);

/** Returns true for a warning about what was selected. */
export const isSelectionWarning = (warning: Plan['warnings'][number]): warning is SelectionWarnings[number] =>
  SELECTION_WARNINGS.has(warning.code);

/** Returns the warnings about what was selected. */
export function listSelectionWarnings({
  counts,
  exclusions,
  partsAsWords,
}: Pick<Facts, 'counts' | 'exclusions' | 'partsAsWords'>): SelectionWarnings {
  const all: SelectionWarnings = [
    { code: 'empty_selection', count: counts.documents === 0 ? 1 : 0 },
    { code: 'selectors_not_found', count: exclusions.filter(({ reason }) => reason === 'not_found').length },
    { code: 'query_parts_as_words', count: partsAsWords },
  ];
  return all.filter(({ count }) => count > 0);
}

/** Returns warnings to review before the selection leaves. */
export function listWarnings({ links, ...facts }: Facts): Plan['warnings'] {
  const leaving: Plan['warnings'] = [
    { code: 'links_leave_selection', count: links.leaving },
    { code: 'links_unresolved', count: links.unresolved },
    { code: 'remote_media', count: facts.withRemoteMedia },
    { code: 'unparsed_documents', count: facts.unparsed },
    { code: 'partly_read_documents', count: facts.partlyRead },
  ];
  return [...listSelectionWarnings(facts), ...leaving.filter(({ count }) => count > 0)];
}
