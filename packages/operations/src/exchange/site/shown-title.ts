import { frontMatter } from '@notes/markdown-blocks';
import { withoutComments } from '@notes/markdown-view';
import type { ElsewhereReader, ExportedNote } from '@notes/storage';
import { lookAt } from '../../notes/markdown/look.js';
import { splitName } from '../export/file-names.js';
import { meantNotes } from './meant-notes.js';
import { headingLevel, textOf } from './nodes.js';
import { findPrivateTitles, REDACTED, redactLinks } from './private-links.js';
import { layOutAtOnce } from './render.js';

/** UTF-16 code units in which a leading heading must begin. */
const LEADING = 16 * 1024;
const NO_HEADINGS = { headings: [], truncated: true } as const;

/** Title of a page and its level below a chapter. */
export interface ShownTitle {
  readonly title: string;
  readonly level: number;
}

/** Returns the title of a page: the title of the note, or its leading heading when the title is only a file name. */
export async function shownTitle(reader: Pick<ElsewhereReader, 'documents'>, note: ExportedNote): Promise<ShownTitle> {
  const { title, level } = await foundTitle(reader, note);
  return { title: copied(title), level };
}

/** Returns a page title taken from a heading, with the names of private notes in its links redacted. */
export async function redactedTitle(
  reader: Pick<ElsewhereReader, 'documents' | 'exported' | 'links'>,
  { id, pk }: ExportedNote,
  shown: ShownTitle,
): Promise<ShownTitle> {
  const links = meantNotes(reader, pk);
  const isTold = links.some((meant) => findPrivateTitles(reader, pk, meant).length > 0);
  if (!isTold) return shown;
  const written = documents(reader, id);
  const nodes = layOutAtOnce(written.slice(frontMatter(written)?.end ?? 0).slice(0, LEADING));
  const heading = redactLinks(reader, pk, links, nodes ?? []).find((node) => textOf(node).trim() !== '');
  return heading === undefined ? { ...shown, title: REDACTED } : { ...shown, title: copied(textOf(heading).trim()) };
}

const documents = (reader: Pick<ElsewhereReader, 'documents'>, id: string): string =>
  reader.documents.getWithBody(id)?.body ?? '';

/** Copies a string, since V8 keeps the whole text alive for a substring of it. */
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
  // HTML may hide text, so only the rendered heading counts.
  if (body.includes('<')) return seenTitle(body) ?? own;
  const { headings } = await lookAt('outline', { body, databaseId: '' }, NO_HEADINGS);
  const first = headings[0];
  const leads = first !== undefined && body.slice(0, offsetOfLine(body, first.line)).trim() === '';
  const text = leads ? first.text.trim() : '';
  return leads && text !== '' ? { title: text, level: first.level - 1 } : own;
}

/** Returns the heading at the start of the rendered text. */
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
