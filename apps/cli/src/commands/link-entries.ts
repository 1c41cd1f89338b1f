import type { Output as Result } from '@notes/contract';
import { alignColumns } from '../table.js';
import { formatTitle } from '../text.js';

type Entry = Result<'checkLinks'>['entries'][number] & { readonly target_title?: string | null };

/** Formats a line for each link: its position, status and target, and advice for a broken one. */
export const formatEntries = (entries: readonly Entry[]): string[] =>
  alignColumns(
    entries.map((entry) => [`${entry.line}:${entry.column}`, entry.status, formatTarget(entry), formatHint(entry)]),
  );

const formatTarget = ({ target, anchor }: Entry) => (anchor === null ? target : `${target}#${anchor}`);

function formatHint({ hint, candidates, target_title, canonical_target, target }: Entry): string {
  if (hint !== undefined) return `now called ${formatTitle(hint.title)} ${hint.document_id}`;
  if (candidates !== undefined) return `may be ${candidates.map(({ document_id }) => document_id).join(' or ')}`;
  if (typeof target_title === 'string') return formatTitle(target_title);
  return canonical_target === target ? '' : (canonical_target ?? '');
}
