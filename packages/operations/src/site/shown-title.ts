import { frontMatter } from '@notes/markdown-blocks';
import { withoutComments } from '@notes/markdown-view';
import type { ElsewhereReader, ExportedNote } from '@notes/storage';
import { splitName } from '../export/file-names.js';
import { lookAt } from '../markdown/look.js';
import { headingLevel, textOf } from './nodes.js';
import { layOutAtOnce } from './render.js';

/** A heading that leads begins in as many characters. */
const LEADING = 16 * 1024;
const NO_HEADINGS = { headings: [], truncated: true } as const;

/** What a page is called, and how far below a chapter it stands. */
export interface ShownTitle {
  readonly title: string;
  readonly level: number;
}

/** A page is called as its note, unless that is called after a file only and begins with a heading. */
export async function shownTitle(reader: Pick<ElsewhereReader, 'documents'>, note: ExportedNote): Promise<ShownTitle> {
  const { title, level } = await foundTitle(reader, note);
  return { title: copied(title), level };
}

/** Of what is cut out of a text V8 keeps the whole text. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

async function foundTitle(
  { documents }: Pick<ElsewhereReader, 'documents'>,
  { id, title, fileName }: ExportedNote,
): Promise<ShownTitle> {
  const isOfFile = fileName !== null && splitName(fileName).stem === title;
  const written = isOfFile ? (documents.getWithBody(id)?.body ?? '') : '';
  const body = withoutComments(written.slice(frontMatter(written)?.end ?? 0).slice(0, LEADING));
  const own = { title: title || 'Untitled', level: 0 };
  if (body === '') return own;
  // Of HTML only what is seen may be told.
  if (body.includes('<')) return seenTitle(body) ?? own;
  const { headings } = await lookAt('outline', { body, databaseId: '' }, NO_HEADINGS);
  const first = headings[0];
  const leads = first !== undefined && body.slice(0, offsetOfLine(body, first.line)).trim() === '';
  const text = leads ? first.text.trim() : '';
  return leads && text !== '' ? { title: text, level: first.level - 1 } : own;
}

/** The heading that a text is seen to begin with. */
function seenTitle(body: string): ShownTitle | undefined {
  const node = layOutAtOnce(body)?.find((each) => textOf(each).trim() !== '');
  const level = node === undefined ? undefined : headingLevel(node);
  return node === undefined || level === undefined ? undefined : { title: textOf(node).trim(), level: level - 1 };
}

function offsetOfLine(body: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n += 1) at = body.indexOf('\n', at) + 1;
  return at;
}
