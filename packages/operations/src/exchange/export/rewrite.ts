import { posix } from 'node:path';
import { fileKey, resolveTitle, titleReference } from '@notes/link-graph';
import { classifyTarget, decodePercentEscapes, type Reference, type Splice, toLinkKind } from '@notes/markdown-blocks';
import { nameKey } from '@notes/query-language';
import type { NamedNote, OutgoingLink, WorkerReader } from '@notes/storage';
import { pathKey } from './file-names.js';
import { getLinkName } from './link-names.js';
import { percentEncode, relativeAddress } from './paths.js';

export interface LinkContext {
  readonly reader: { readonly exported: Pick<WorkerReader['exported'], 'findPath'> };
  readonly databaseId: string;
  /** Path of the written file within the export. */
  readonly path: string;
  readonly body: string;
  /** Writes wikilinks with file names, as Obsidian resolves them. */
  readonly byFileName: boolean;
  /** Returns true when a file shares its name, so that a wikilink needs its path. */
  readonly isShared: (path: string) => boolean;
}

export interface RewrittenLinks {
  readonly edits: readonly Splice[];
  /** Links to notes that are not part of the export. */
  readonly leaving: number;
}

/** Result for a link to a note outside the export. */
const LEAVES = 'leaves';
const MARKDOWN_ENDING = /\.(?:md|markdown)$/i;

/** Computes the edits that make the links of a note point to the files of an export. */
export function rewriteLinks(
  context: LinkContext,
  references: readonly Reference[],
  stored: readonly OutgoingLink[],
): RewrittenLinks {
  const meant = new Map(stored.map((link) => [getLinkKey(link), link.note]));
  const edits: Splice[] = [];
  let leaving = 0;
  for (const reference of references) {
    const edit = rewriteLink(context, reference, meant.get(getLinkKey(reference)));
    if (edit === LEAVES) leaving += 1;
    else if (edit !== undefined) edits.push(edit);
  }
  return { edits, leaving };
}

const getLinkKey = ({ target, anchor }: Pick<Reference, 'target' | 'anchor'>) => `${target}#${anchor ?? ''}`;

function rewriteLink(
  context: LinkContext,
  reference: Reference,
  note: NamedNote | undefined | null,
): Splice | typeof LEAVES | undefined {
  const { exported } = context.reader;
  const meant = classifyTarget({ ...reference, kind: toLinkKind(reference.kind) });
  // A tag such as `<img>` shows a file, so it never means a note of that name.
  if (reference.kind === 'html' && meant.type !== 'resource') return undefined;
  switch (meant.type) {
    case 'resource':
      return toFile(context, reference, exported.findPath('resources', meant.resourceId));
    case 'stable':
      if (meant.databaseId !== context.databaseId) return undefined;
      return toFile(context, reference, exported.findPath('documents', meant.documentId)) ?? LEAVES;
    case 'document':
      return toFile(context, reference, exported.findPath('documents', meant.documentId)) ?? LEAVES;
    case 'title':
      return note ? toNoteFile(context, reference, note.title, exported.findPath('documents', note.id)) : undefined;
    default:
      return undefined;
  }
}

/** Rewrites a link that names a note, unless it already resolves to the note's file. */
function toNoteFile(
  context: LinkContext,
  reference: Reference,
  title: string,
  path: string | undefined,
): Splice | typeof LEAVES | undefined {
  if (path === undefined) return LEAVES;
  const isWikilink = reference.kind === 'wikilink' || reference.kind === 'embed';
  if (isWikilink && !context.byFileName && meansNote(context, reference, title, path)) return undefined;
  return resolvesTo(context, reference, path) ? undefined : toFile(context, reference, path);
}

function toFile(context: LinkContext, reference: Reference, path: string | undefined): Splice | undefined {
  if (path === undefined) return undefined;
  const { kind, anchor, targetStart, targetEnd } = reference;
  if (kind === 'wikilink' || kind === 'embed') return toWikilink(context, reference, path);
  // Between angle brackets, only an address with a scheme is a link.
  if (kind === 'autolink') return toMarkdownLink(context, reference, path, getStem(path));
  return { start: targetStart, end: targetEnd, text: toAddress(context, anchor, path) };
}

function toAddress({ path: from }: LinkContext, anchor: string | null, to: string): string {
  const fragment = anchor === null ? '' : `#${encodeURI(anchor).replace(/[()]/g, percentEncode)}`;
  return relativeAddress(from, to) + fragment;
}

/** Returns the edit that makes a link or an embed one of Markdown. */
function toMarkdownLink(context: LinkContext, { kind, anchor, start, end }: Reference, path: string, shown: string) {
  const text = `[${shown.replace(/[\\[\]|]/g, '\\$&')}](${toAddress(context, anchor, path)})`;
  return { start, end, text: kind === 'embed' ? `!${text}` : text };
}

/** Returns true when a link already resolves to the file. `[text]([[Page]])` always counts as resolved. */
function resolvesTo({ path: from }: LinkContext, { kind, target }: Reference, to: string): boolean {
  if (kind === 'wikilink' || kind === 'embed') return isSameName(from, target, to);
  const decoded = decodePercentEscapes(target);
  return decoded.startsWith('[[') || pathKey(posix.join(posix.dirname(from), decoded)) === pathKey(to);
}

/**
 * Returns true when an import resolves a wikilink to the file of a note, apart from other notes with its name. The
 * folders of the export become notebooks below one with the name of the export.
 */
function meansNote({ path: from }: LinkContext, { target }: Reference, title: string, to: string): boolean {
  const getNotebookPath = (path: string) => nameKey(`/${path}`).split('/').slice(0, -1);
  const note = { titleKey: nameKey(title).trim(), fileKey: fileKey(to, nameKey), notebookPath: getNotebookPath(to) };
  return resolveTitle(titleReference(target, nameKey), [note], getNotebookPath(from)).status === 'resolved';
}

/** Returns true when a wikilink has the name of a file, and its folders, if any, are those of the file. */
function isSameName(from: string, target: string, to: string): boolean {
  const [written, path] = [target, to].map((each) => pathKey(each.replace(MARKDOWN_ENDING, ''))) as [string, string];
  if (!written.includes('/')) return written === posix.basename(path);
  if (/^\.\.?\//.test(written)) return posix.join(pathKey(posix.dirname(from)), written) === path;
  return `/${path}`.endsWith(`/${written}`);
}

/** Marks in a file name that end the target of a wikilink. */
const REFUSED_IN_WIKILINKS = /[#^[\]|]/;
/** Marks with a meaning in a quoted text of YAML. */
const YAML_MARKS = /["'\\]/;

/**
 * Returns the edit of a wikilink so that it resolves to a file and keeps the shown text, which is left out where it is
 * the same. A line with a `|` may be a table row, in which another one would end the cell.
 */
function toWikilink(context: LinkContext, reference: Reference, path: string): Splice | undefined {
  const { target, anchor, start, end, targetStart, targetEnd, inFrontMatter } = reference;
  const { body } = context;
  const line = body.slice(body.lastIndexOf('\n', start) + 1, end);
  if (REFUSED_IN_WIKILINKS.test(getLinkName(path))) {
    const alias = body.slice(targetEnd, end - 2).replace(/^\\?\|/, '');
    return inFrontMatter ? undefined : toMarkdownLink(context, reference, path, alias || getStem(path));
  }
  const written = toLinkPath(context, path) + (anchor === null ? '' : `#${anchor}`);
  if (inFrontMatter && YAML_MARKS.test(written + target)) return undefined;
  if (body.slice(targetEnd, end - 2) === `|${written}`) return { start: targetStart, end: end - 2, text: written };
  return { start: targetStart, end: targetEnd, text: line.includes('|') ? written : `${written}|${target}` };
}

/** Returns the name of a file for a wikilink. In its own folder the name alone means the file. */
const toLinkPath = ({ path: from, isShared }: LinkContext, to: string): string =>
  posix.dirname(from) === posix.dirname(to) || !isShared(to) ? getLinkName(to) : toRelativeName(from, to);

/** Returns the name of a file with its path from the linking file, which both Obsidian and an import follow. */
export const toRelativeName = (from: string, to: string): string =>
  posix.join(posix.relative(posix.dirname(from), posix.dirname(to)), getLinkName(to)).replace(/^(?!\.\.\/)/, './');

const getStem = (path: string) => posix.basename(path).replace(MARKDOWN_ENDING, '');
