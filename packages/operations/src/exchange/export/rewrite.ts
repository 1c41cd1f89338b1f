import { posix } from 'node:path';
import { classifyTarget, decodePercentEscapes, type Reference, type Splice, toLinkKind } from '@notes/markdown-blocks';
import type { OutgoingLink, WorkerReader } from '@notes/storage';
import { pathKey } from './file-names.js';
import { percentEncode, relativeAddress } from './paths.js';

export interface LinkContext {
  readonly reader: { readonly exported: Pick<WorkerReader['exported'], 'findPath'> };
  readonly databaseId: string;
  /** Path of the written file within the export. */
  readonly path: string;
  readonly body: string;
  /** Writes wikilinks with file names, as Obsidian resolves them. */
  readonly byFileName: boolean;
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
  const meant = new Map(stored.map((link) => [getLinkKey(link), link.note?.id]));
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
  noteId: string | undefined,
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
      return noteId === undefined ? undefined : toNoteFile(context, reference, exported.findPath('documents', noteId));
    default:
      return undefined;
  }
}

/** Rewrites a link that names a note, unless it already resolves to the note's file. */
function toNoteFile(
  context: LinkContext,
  reference: Reference,
  path: string | undefined,
): Splice | typeof LEAVES | undefined {
  if (path === undefined) return LEAVES;
  const isWikilink = reference.kind === 'wikilink' || reference.kind === 'embed';
  if (isWikilink && !context.byFileName) return undefined;
  return resolvesTo(context, reference, path) ? undefined : toFile(context, reference, path);
}

function toFile(context: LinkContext, reference: Reference, path: string | undefined): Splice | undefined {
  if (path === undefined) return undefined;
  const { kind, anchor, start, end, targetStart, targetEnd } = reference;
  if (kind === 'wikilink' || kind === 'embed') return toWikilink(context, reference, path);
  const fragment = anchor === null ? '' : `#${encodeURI(anchor).replace(/[()]/g, percentEncode)}`;
  const address = relativeAddress(context.path, path) + fragment;
  // Between angle brackets, only an address with a scheme is a link.
  if (kind !== 'autolink') return { start: targetStart, end: targetEnd, text: address };
  return { start, end, text: `[${getStem(path).replace(/[\\[\]]/g, '\\$&')}](${address})` };
}

/** Returns true when a link already resolves to the file. `[text]([[Page]])` always counts as resolved. */
function resolvesTo({ path: from }: LinkContext, { kind, target }: Reference, to: string): boolean {
  if (kind === 'wikilink' || kind === 'embed') return pathKey(getStem(target)) === pathKey(getStem(to));
  const decoded = decodePercentEscapes(target);
  return decoded.startsWith('[[') || pathKey(posix.join(posix.dirname(from), decoded)) === pathKey(to);
}

/** Marks with a meaning in a quoted text of YAML. */
const YAML_MARKS = /["'\\]/;

/**
 * Returns the edit of a wikilink so that it resolves to a file and keeps the shown text, which is left out where it is
 * the same. A line with a `|` may be a table row, in which another one would end the cell.
 */
function toWikilink({ body }: LinkContext, reference: Reference, path: string): Splice | undefined {
  const { target, anchor, start, end, targetStart, targetEnd, inFrontMatter } = reference;
  const line = body.slice(body.lastIndexOf('\n', start) + 1, end);
  const written = getStem(path) + (anchor === null ? '' : `#${anchor}`);
  if (inFrontMatter && YAML_MARKS.test(written + target)) return undefined;
  if (body.slice(targetEnd, end - 2) === `|${written}`) return { start: targetStart, end: end - 2, text: written };
  return { start: targetStart, end: targetEnd, text: line.includes('|') ? written : `${written}|${target}` };
}

const getStem = (path: string) => posix.basename(path).replace(MARKDOWN_ENDING, '');
