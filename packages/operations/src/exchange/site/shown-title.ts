import { frontMatter } from '@notes/markdown-blocks';
import { withoutComments } from '@notes/markdown-view';
import type { ExportedNote, WorkerReader } from '@notes/storage';
import { computeView } from '../../notes/markdown/compute-view.js';
import { splitName } from '../export/file-names.js';
import { getHeadingLevel, getNodeText, getShownText } from './nodes.js';
import { hasPrivateLinks, listLinksWithTitles, REDACTED, redactLinks } from './private-links.js';
import { renderNoteHere } from './render-note-here.js';

/** UTF-16 code units in which a leading heading must begin. */
const MAX_LEADING_LENGTH = 16 * 1024;
const NO_HEADINGS = { headings: [], truncated: true } as const;

/** Title of a page and its level below a chapter. */
export interface ShownTitle {
  readonly title: string;
  readonly level: number;
}

/** Returns the title of a page: the title of the note, or its leading heading when the title is only a file name. */
export async function getShownTitle(reader: Pick<WorkerReader, 'documents'>, note: ExportedNote): Promise<ShownTitle> {
  const { title, level } = await findTitle(reader, note);
  return { title: copyString(title), level };
}

/** Returns a page title taken from a heading, with the names of private notes in its links redacted. */
export async function redactTitle(
  reader: Pick<WorkerReader, 'documents' | 'exported' | 'links'>,
  { id, pk }: ExportedNote,
  shown: ShownTitle,
): Promise<ShownTitle> {
  if (!hasPrivateLinks(listLinksWithTitles(reader, pk))) return shown;
  const written = documents(reader, id);
  const nodes = renderNoteHere(written.slice(frontMatter(written)?.end ?? 0).slice(0, MAX_LEADING_LENGTH));
  const heading = redactLinks(reader, pk, nodes ?? []).find((node) => getShownText(node).trim() !== '');
  return heading === undefined
    ? { ...shown, title: REDACTED }
    : { ...shown, title: copyString(getShownText(heading).trim()) };
}

const documents = (reader: Pick<WorkerReader, 'documents'>, id: string): string =>
  reader.documents.getWithBody(id)?.body ?? '';

/** Copies a string, since V8 keeps the whole text alive for a substring of it. */
const copyString = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

async function findTitle(
  { documents }: Pick<WorkerReader, 'documents'>,
  { id, title, fileName }: ExportedNote,
): Promise<ShownTitle> {
  const isOfFile = fileName !== null && splitName(fileName).stem === title;
  const written = isOfFile ? (documents.getWithBody(id)?.body ?? '') : '';
  const body = withoutComments(written.slice(frontMatter(written)?.end ?? 0).slice(0, MAX_LEADING_LENGTH));
  const own = { title: title || 'Untitled', level: 0 };
  if (body === '') return own;
  // HTML may hide text, so only the rendered heading counts.
  if (body.includes('<')) return findRenderedTitle(body) ?? own;
  const { headings } = await computeView('outline', { body, databaseId: '' }, NO_HEADINGS);
  const first = headings[0];
  const leads = first !== undefined && body.slice(0, findLineOffset(body, first.line)).trim() === '';
  const text = leads ? first.text.trim() : '';
  return leads && text !== '' ? { title: text, level: first.level - 1 } : own;
}

/** Returns the heading at the start of the rendered text. */
function findRenderedTitle(body: string): ShownTitle | undefined {
  const node = renderNoteHere(body)?.find((each) => getNodeText(each).trim() !== '');
  const level = node === undefined ? undefined : getHeadingLevel(node);
  return node === undefined || level === undefined ? undefined : { title: getNodeText(node).trim(), level: level - 1 };
}

function findLineOffset(body: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n += 1) at = body.indexOf('\n', at) + 1;
  return at;
}
