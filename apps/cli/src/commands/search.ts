import type { Output as Result } from '@notes/contract';
import { explainQuery, parseQuery } from '@notes/query-language';
import { UsageError } from '../failures.js';
import type { Format } from '../formats.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { formatNoteLink, formatTitle, toInlineText, toOneLine } from '../text.js';

type Page = Result<'searchDocuments'>;
type Hit = Page['results'][number];
type Shown = Page & { readonly explanation?: string };

const DEFAULT_LIMIT = 20;
const MAX_PAGE_ROWS = 100;

/** `notes search` */
export const search: Presentation<'searchDocuments', Shown> = {
  inputs: { limit: { flags: '--limit <number>', description: `Maximum number of notes. Default: ${DEFAULT_LIMIT}.` } },
  extra: {
    all: {
      flags: '--all',
      description: 'List every match. With a search sidecar at most 1,000 notes, except as ids, md, csv and jsonl.',
    },
    explain: {
      flags: '--explain',
      description: 'Also explain how the query was understood, why each note was found, and what the sidecar did.',
    },
  },
  run,
  render: {
    table,
    ...rowFormats(({ results }: Shown) => results, ['document_id', 'title', 'updated_at', 'tags', 'snippet', 'uri']),
    ids: ({ results }, out) => {
      for (const hit of results) out.line(hit.document_id);
    },
    md: ({ results }, out) => {
      for (const hit of results) out.line(`- ${formatNoteLink(hit.title, hit.uri)}`);
    },
  },
};

/** Formats that say which notes do not match exactly; the others are for programs, which would take them for matches. */
const FORMATS_WITH_REASON: readonly Format[] = ['table', 'json'];

/** Follows the cursor until enough notes are found: a page holds at most a hundred. */
async function run(call: Call, { all, explain, limit, ...given }: Values): Promise<Shown> {
  if (all === true && limit !== undefined)
    throw new UsageError('--all and --limit cannot be combined. Give one of them');
  const input = { ...given, exact: given.exact === true || !FORMATS_WITH_REASON.includes(call.format) };
  const wanted = all === true ? Number.POSITIVE_INFINITY : ((limit as number | undefined) ?? DEFAULT_LIMIT);
  // Only the first page says which queries find similar words, and what the sidecar did.
  const first = await call.invoke('searchDocuments', { ...input, limit: Math.min(wanted, MAX_PAGE_ROWS) });
  const results = [...first.results];
  let page = first;
  while (page.next_cursor !== null && results.length < wanted) {
    const rows = Math.min(wanted - results.length, MAX_PAGE_ROWS);
    page = await call.invoke('searchDocuments', { ...input, limit: rows, cursor: page.next_cursor });
    results.push(...page.results);
  }
  for (const warning of first.warnings ?? []) call.out.notice(toOneLine(warning));
  const shown = { ...first, results, next_cursor: page.next_cursor };
  return explain === true ? { ...shown, explanation: explainText(String(given.query ?? '')) } : shown;
}

/** Explains a query, which parses because it was run. */
function explainText(query: string): string {
  const parsed = parseQuery(query);
  return parsed.ok ? explainQuery(parsed.query) : '';
}

/** Reasons why a note was found, as in `matched_by`. */
const REASONS: Readonly<Record<NonNullable<Hit['matched_by']>, string>> = {
  prefix: 'begins like the last word',
  typo: 'similar words',
  meaning: 'similar meaning',
};

const formatReason = ({ matched_by, score }: Hit): string =>
  `${matched_by === undefined ? 'exact match' : REASONS[matched_by]} · score ${Number(score.toPrecision(4))}`;

function table(
  { results, explanation, next_cursor, truncated, channels, did_you_mean = [] }: Shown,
  out: Output,
): void {
  if (explanation !== undefined) out.notice(toOneLine(explanation));
  if (explanation !== undefined && channels !== undefined)
    out.notice(`Search sidecar: typo ${channels.typo}, meaning ${channels.meaning}`);
  if (did_you_mean.length > 0)
    out.notice(`No note matches exactly. Did you mean: ${did_you_mean.map(toOneLine).join(' · ')}`);
  for (const hit of results) {
    const tags = hit.tags.map((tag) => `#${toOneLine(tag)}`);
    const title = out.bold(formatTitle(hit.title));
    out.line([hit.document_id, hit.updated_at.slice(0, 10), title, ...tags].join('  '));
    if (hit.snippet !== '') out.line(`    ${formatSnippet(hit, out)}`);
    if (explanation !== undefined) out.line(`    ${formatReason(hit)}`);
  }
  if (results.length === 0) out.notice('No note matches.');
  else if (next_cursor !== null) out.notice('For more results, add --limit N or --all');
  else if (truncated) out.notice(formatTruncation(results.length, did_you_mean.length > 0));
}

/** Says how to find the other notes. Without exact matches, only a suggested query lists them on several pages. */
function formatTruncation(count: number, isSimilar: boolean): string {
  const advice = isSimilar ? 'For the others, search for a suggestion' : 'For all exact matches, add --exact';
  return `Only the first ${count.toLocaleString('en')} notes are listed. ${advice}`;
}

/** Formats the snippet on one line, matches in bold. */
function formatSnippet({ snippet, highlights }: Hit, out: Output): string {
  let text = '';
  let at = 0;
  for (const [start, end] of highlights) {
    text += toInlineText(snippet.slice(at, start)) + out.bold(toInlineText(snippet.slice(start, end)));
    at = end;
  }
  return text + toInlineText(snippet.slice(at));
}
