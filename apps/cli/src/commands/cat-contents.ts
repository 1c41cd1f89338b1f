import type { Output as Result } from '@notes/contract';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Mode } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatCount, formatTitle } from '../text.js';
import { formatEntries } from './link-entries.js';

type Links = Result<'listDocumentLinks'>;

/** `notes cat --outline` */
export const outline: Mode<Result<'getDocumentOutline'>> = {
  flag: { flags: '--outline', description: 'Print the headings instead of the text, each with its line.' },
  run: (call, { document_id }) => call.invoke('getDocumentOutline', { document_id: findNoteId(call, document_id) }),
  render: {
    table: ({ headings, truncated }, out) => {
      const rows = headings.map(({ line, level, text }) => [String(line), `${'#'.repeat(level)} ${text}`]);
      list(rows, out, { truncated, nothing: 'No headings.' });
    },
  },
};

/** `notes cat --blocks` */
export const blocks: Mode<Result<'getDocumentBlocks'>> = {
  flag: {
    flags: '--blocks',
    description: 'Print the blocks instead of the text: id, kind, byte range, number of links to it.',
  },
  run: (call, { document_id }) => call.invoke('getDocumentBlocks', { document_id: findNoteId(call, document_id) }),
  render: {
    table: (shown, out) => {
      const rows = shown.blocks.map(({ block_id, kind, heading_level, start_byte, end_byte, link_count }) => [
        block_id,
        heading_level === null ? kind : `${kind} ${heading_level}`,
        `${start_byte}-${end_byte}`,
        link_count === 0 ? '' : formatCount(link_count, 'link'),
      ]);
      list(rows, out, { truncated: shown.truncated, nothing: 'No blocks.' });
    },
    ids: (shown, out) => {
      for (const { block_id } of shown.blocks) out.line(block_id);
    },
  },
};

/** `notes cat --links` */
export const links: Mode<Links> = {
  flag: { flags: '--links', description: 'Print its links, and the notes that link to it, instead of the text.' },
  run: (call, { document_id }) => call.invoke('listDocumentLinks', { document_id: findNoteId(call, document_id) }),
  render: { table: showLinks },
};

function showLinks({ outgoing, incoming, truncated }: Links, out: Output): void {
  const from = incoming.map(({ document_id, line, title, context }) => [
    document_id,
    String(line),
    formatTitle(title),
    context,
  ]);
  section('Links', formatEntries(outgoing), out);
  section('Linked from', alignColumns(from), out);
  if (outgoing.length + incoming.length === 0) out.notice('No links.');
  if (truncated) out.notice(CUT);
}

function section(heading: string, lines: readonly string[], out: Output): void {
  if (lines.length > 0) out.line(out.bold(heading));
  for (const line of lines) out.line(`  ${line}`);
}

const CUT = 'The list is incomplete: there are more.';

function list(rows: readonly string[][], out: Output, { truncated = false, nothing = '' }): void {
  for (const line of alignColumns(rows)) out.line(line);
  if (truncated) out.notice(CUT);
  else if (rows.length === 0) out.notice(nothing);
}
