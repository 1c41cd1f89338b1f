import { frontMatter } from '@notes/markdown-blocks';
import { withoutComments } from '@notes/markdown-view';
import type { ElsewhereReader, ExportedNote } from '@notes/storage';
import { splitName } from '../export/file-names.js';
import { lookAt } from '../markdown/look.js';

/** Comments, and places that old links lead to. */
const MARKUP = /<!--.*?-->|<[^<>]*>/gs;
/** A heading that leads begins in as many characters. */
const LEADING = 16 * 1024;
const NO_HEADINGS = { headings: [], truncated: true } as const;

/** What a page is called, and how far below a chapter it stands. */
export interface ShownTitle {
  readonly title: string;
  readonly level: number;
}

/** A page is called as its note, unless that is called after a file only and begins with a heading. */
export async function shownTitle(
  { documents }: Pick<ElsewhereReader, 'documents'>,
  { id, title, fileName }: ExportedNote,
): Promise<ShownTitle> {
  const isOfFile = fileName !== null && splitName(fileName).stem === title;
  const written = isOfFile ? (documents.getWithBody(id)?.body ?? '') : '';
  const body = withoutComments(written.slice(frontMatter(written)?.end ?? 0).slice(0, LEADING));
  const own = { title: title || 'Untitled', level: 0 };
  if (body === '') return own;
  const { headings } = await lookAt('outline', { body, databaseId: '' }, NO_HEADINGS);
  const first = headings[0];
  const before = first === undefined ? '' : body.slice(0, offsetOfLine(body, first.line));
  const leads = before.replace(MARKUP, '').trim() === '';
  const text = leads ? first?.text.trim() : undefined;
  return first === undefined || !text ? own : { title: text, level: first.level - 1 };
}

function offsetOfLine(body: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n += 1) at = body.indexOf('\n', at) + 1;
  return at;
}
