import { type Reference, type Splice, splice } from '@notes/markdown-blocks';
import type { NoteItem } from '@notes/note-formats';
import { computeView } from '../../notes/markdown/compute-view.js';
import { type LinkContext, rewriteLinks, toRelativeName } from '../export/rewrite.js';
import type { ImportRun } from './import-run.js';

/** Paths of note files by note id. */
export type NotePaths = ReadonlyMap<string, string>;
/** Marks that can follow the target of a wikilink. */
const TARGET_ENDS = [']', '|', '#', '\\'];
type ExportedText = Pick<LinkContext, 'body' | 'databaseId' | 'path' | 'byFileName' | 'isShared'> & {
  readonly places: NotePaths;
};

/**
 * Restores the stored links in the text of a file whose note is in the library, where an export replaced them by paths
 * and nobody has changed them since. A text that cannot be parsed in time stays unchanged.
 */
export async function restoreStoredLinks(
  { library }: Pick<ImportRun, 'library'>,
  { path }: Pick<NoteItem, 'path'>,
  { documentId, text }: { readonly documentId: string | undefined; readonly text: string },
  loadPaths: () => Promise<NotePaths>,
): Promise<string> {
  const { store, databaseId } = library;
  const stored = documentId && store.readOne(({ documents }) => documents.getWithBody(documentId));
  if (!stored || stored.body === text) return text;
  const { body } = stored;
  const seen = await computeView('references', { body, databaseId }, null);
  if (seen === null || seen.references.length === 0) return text;
  const written = await computeView('references', { body: text, databaseId }, null);
  if (written === null) return text;
  const isSame = ({ target }: Reference, n: number) => target === seen.references[n]?.target;
  if (written.references.every(isSame)) return text;
  const places = await loadPaths();
  const outgoing = store.read(({ links }) => links.outgoing(stored.pk));
  // Only the links themselves show which names were shared in the export.
  const isShared = (to: string) => TARGET_ENDS.some((mark) => text.includes(`[[${toRelativeName(path, to)}${mark}`));
  // Nothing states whether the file was exported for Obsidian, so the variant that matches more links wins.
  const [plain, vault] = [false, true].map((byFileName) => {
    const context = makeLinkContext({ body, databaseId, path, byFileName, places, isShared });
    const { edits } = rewriteLinks(context, seen.references, outgoing);
    return restoreLinks(text, written.references, mapExportedTexts(body, seen.references, edits));
  }) as [Splice[], Splice[]];
  return splice(text, vault.length > plain.length ? vault : plain);
}

const makeLinkContext = ({ places, ...rest }: ExportedText): LinkContext => ({
  ...rest,
  // Links to attachments have been restored before.
  reader: { exported: { findPath: (placed, id) => (placed === 'documents' ? places.get(id) : undefined) } },
});

/** Maps each exported link text to the original texts at its occurrences, in order. */
function mapExportedTexts(
  body: string,
  references: readonly Reference[],
  edits: readonly Splice[],
): Map<string, string[]> {
  const edited = new Map(edits.map((edit) => [edit.start, edit]));
  const before = new Map<string, string[]>();
  for (const { start, targetStart, targetEnd } of references) {
    const as = edited.get(targetStart) ?? edited.get(start);
    const was = as === undefined ? body.slice(targetStart, targetEnd) : body.slice(as.start, as.end);
    const written = as?.text ?? was;
    const others = before.get(written);
    if (others === undefined) before.set(written, [was]);
    else others.push(was);
  }
  return before;
}

/** Restores links in order. Of equal exported texts, each takes the next original; additional ones take the last. */
function restoreLinks(text: string, references: readonly Reference[], before: ReadonlyMap<string, string[]>): Splice[] {
  return references.flatMap(({ start, end, targetStart, targetEnd }) => {
    const contentEnd = targetStart + text.slice(targetStart, end - 2).trimEnd().length;
    // The whole link, the content of a wikilink, or only the target.
    const spans = [[start, end] as const, [targetStart, contentEnd] as const, [targetStart, targetEnd] as const];
    const span = spans.find(([from, to]) => before.has(text.slice(from, to)));
    if (span === undefined) return [];
    const written = text.slice(...span);
    const were = before.get(written) as string[];
    const was = (were.length > 1 ? were.shift() : were[0]) as string;
    return was === written ? [] : [{ start: span[0], end: span[1], text: was }];
  });
}
