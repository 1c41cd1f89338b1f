import type { Output as Result } from '@notes/contract';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { STANDARD_INPUT } from '../read-bytes.js';
import { readText } from '../read-text.js';
import { rowFormats } from '../row-formats.js';
import { formatCount, formatNumber, formatTitle } from '../text.js';
import { formatEntries } from './link-entries.js';

type Check = Result<'checkLinks'>;

/** `notes link check` */
export const linkCheck: Presentation<'checkLinks'> = {
  positional: { document_id: '[note]' },
  argumentDescriptions: {
    document_id: 'Note to check: an id, an address or a title. Default: Markdown on standard input, also as -.',
  },
  inputs: { body: null },
  run: async (call, { document_id }) => call.invoke('checkLinks', await readTextToCheck(call, document_id)),
  render: {
    table: showCheck,
    ...rowFormats(
      ({ entries }: Check) => entries,
      ['line', 'column', 'status', 'target', 'anchor', 'canonical_target'],
    ),
  },
};

/** Returns the named note, or Markdown from standard input when none is named. */
async function readTextToCheck(call: Call, note: unknown = STANDARD_INPUT): Promise<Values> {
  if (note === STANDARD_INPUT) return { body: await readText(call, STANDARD_INPUT, 'standard input') };
  const document_id = findNoteId(call, note);
  const { body } = await call.invoke('getDocument', { document_id });
  return { document_id, body };
}

function showCheck({ entries, truncated }: Check, out: Output): void {
  for (const line of formatEntries(entries)) out.line(line);
  const counts = new Map<string, number>();
  for (const { status } of entries) counts.set(status, (counts.get(status) ?? 0) + 1);
  const each = [...counts].map(([status, count]) => `${formatNumber(count)} ${status.replace('_', ' ')}`);
  out.notice(entries.length === 0 ? 'No links.' : `${formatCount(entries.length, 'link')}: ${each.join(', ')}`);
  if (truncated) out.notice('The text has more links than were checked.');
}

/** `notes link suggest` */
export const linkSuggest: Presentation<'suggestLinks'> = {
  positional: { q: '<words>' },
  argumentDescriptions: { q: 'Beginning of a title, or of a word in it: at least 2 characters.' },
  inputs: { exclude_document_id: null },
  render: {
    table: ({ suggestions }, out) => {
      for (const { document_id, title } of suggestions) out.line(`${document_id}  ${formatTitle(title)}`);
      if (suggestions.length === 0) out.notice('No title has a word with this beginning.');
    },
    ...rowFormats(({ suggestions }: Result<'suggestLinks'>) => suggestions, ['document_id', 'title', 'uri']),
    ids: ({ suggestions }, out) => {
      for (const { document_id } of suggestions) out.line(document_id);
    },
  },
};

type Resolution = Result<'resolveLink'>;

const UNRESOLVED_MESSAGES: Readonly<Partial<Record<Resolution['status'], string>>> = {
  stale_target: 'The linked note is no longer in this library.',
  foreign_database: 'The link points to a note in another library.',
};

/** `notes link resolve` */
export const linkResolve: Presentation<'resolveLink'> = {
  render: {
    table: ({ status, document }, out) => {
      if (document === undefined) out.notice(UNRESOLVED_MESSAGES[status] ?? status);
      else out.line(`${document.document_id}  ${status}  ${formatTitle(document.title)}`);
    },
    ids: ({ document }, out) => {
      if (document !== undefined) out.line(document.document_id);
    },
  },
  exitCode: ({ document }) => (document === undefined ? 1 : 0),
};
