import { posix } from 'node:path';
import { splice } from '@notes/markdown-blocks';
import { type DocumentWithBody, type ExportedNote, StorageError } from '@notes/storage';
import { computeView } from '../../notes/markdown/compute-view.js';
import { sha256 } from '../../platform/sha256.js';
import type { ExportProgress } from './export-progress.js';
import { pathKey, splitName, toLinkableName, toSafeName } from './file-names.js';
import { addFrontMatter } from './front-matter.js';
import { LinkNames } from './link-names.js';
import { assignPaths, isNamedByFile } from './path-allocator.js';
import { rewriteLinks } from './rewrite.js';
import type { Snapshot } from './snapshot.js';
import type { TargetFolder } from './target-folder.js';

interface Flavour {
  /** Writes names and links for an Obsidian vault. */
  readonly obsidian: boolean;
}

/** Writes each note as a Markdown file with the front matter it needs. Links point to the files of the export. */
export async function writeMarkdown(
  snapshot: Snapshot,
  target: TargetFolder | null,
  progress: ExportProgress,
  { obsidian }: Flavour,
): Promise<void> {
  const { reader } = snapshot;
  await assignPaths(reader, { toFileName: obsidian ? toLinkableName : toSafeName, forImport: true }, progress);
  for (const exported of reader.exported.notes()) {
    const note = readIntactNote(snapshot, exported);
    const path = reader.exported.findPath('documents', note.id) as string;
    const body = await rewriteBody(snapshot, { note, path, obsidian }, progress);
    const { stem } = splitName(posix.basename(path));
    const aliases = obsidian && pathKey(stem) !== pathKey(note.title) && note.title !== '' ? [note.title] : [];
    const text = addFrontMatter({ note, body, stem, aliases, isImported: isImportedFile(exported, path) });
    target?.write(path, text, note.updatedAt);
    await progress.countWritten();
  }
}

/** Returns true for a note that an import finds by the name of its file. In a file of another name it needs an id. */
const isImportedFile = (note: ExportedNote, path: string): boolean =>
  isNamedByFile(note) && posix.basename(path) === note.fileName;

/**
 * Reads a note with its body.
 *
 * @throws StorageError `damaged` when the body does not match its digest
 */
export function readIntactNote(
  { reader }: Pick<Snapshot, 'reader'>,
  { id, bodySha256 }: ExportedNote,
): DocumentWithBody {
  const note = reader.documents.getWithBody(id);
  if (note === undefined || sha256(note.body) !== bodySha256)
    throw new StorageError('damaged', `${id}: the text of this note is damaged. Run notes doctor`);
  return note;
}

interface PlacedNote {
  readonly note: DocumentWithBody;
  readonly path: string;
  readonly obsidian: boolean;
}

/** Returns the body with its links rewritten; unchanged when it cannot be parsed in time. */
async function rewriteBody(
  { reader, databaseId }: Snapshot,
  { note, path, obsidian }: PlacedNote,
  progress: ExportProgress,
): Promise<string> {
  const { body } = note;
  const seen = await computeView('references', { body, databaseId }, null);
  if (seen === null || seen.truncated) progress.warn('notes_partly_read', 1);
  if (seen === null) return body;
  const names = new LinkNames(reader.exported);
  const isShared = (path: string) => names.isShared(path);
  const context = { reader, databaseId, path, body, byFileName: obsidian, isShared };
  const { edits, leaving } = rewriteLinks(context, seen.references, reader.links.outgoing(note.pk));
  progress.warn('links_leave_export', leaving);
  return splice(body, edits);
}
