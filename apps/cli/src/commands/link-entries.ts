import type { Output as Result } from '@notes/contract';
import { aligned } from '../table.js';
import { titleOf } from '../text.js';

type Entry = Result<'checkLinks'>['entries'][number] & { readonly target_title?: string | null };

/** Formats a line for each link: its position, status and target, and advice for a broken one. */
export const entryLines = (entries: readonly Entry[]): string[] =>
  aligned(entries.map((entry) => [`${entry.line}:${entry.column}`, entry.status, written(entry), hintOf(entry)]));

const written = ({ target, anchor }: Entry) => (anchor === null ? target : `${target}#${anchor}`);

function hintOf({ hint, candidates, target_title, canonical_target, target }: Entry): string {
  if (hint !== undefined) return `now called ${titleOf(hint.title)} ${hint.document_id}`;
  if (candidates !== undefined) return `may be ${candidates.map(({ document_id }) => document_id).join(' or ')}`;
  if (typeof target_title === 'string') return titleOf(target_title);
  return canonical_target === target ? '' : (canonical_target ?? '');
}
