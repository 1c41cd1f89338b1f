import { posix } from 'node:path';
import { type DocumentWithBody, type ExportedNote, StorageError } from '@notes/storage';
import { lookAt } from '../../notes/markdown/look.js';
import { splice } from '../../notes/markdown/splice.js';
import { sha256 } from '../../platform/sha256.js';
import type { Attendance } from './attendance.js';
import { linkedName, pathKey, safeName, splitName } from './file-names.js';
import { withFrontMatter } from './front-matter.js';
import { placeAll } from './places.js';
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
  attendance: Attendance,
  { obsidian }: Flavour,
): Promise<void> {
  const { reader } = snapshot;
  await placeAll(reader, { nameOf: obsidian ? linkedName : safeName }, attendance);
  for (const exported of reader.exported.notes()) {
    const note = soundNote(snapshot, exported);
    const path = reader.exported.pathOf('documents', note.id) as string;
    const body = await linkedBody(snapshot, { note, path, obsidian }, attendance);
    const { stem } = splitName(posix.basename(path));
    const aliases = obsidian && pathKey(stem) !== pathKey(note.title) && note.title !== '' ? [note.title] : [];
    const text = withFrontMatter({ note, body, stem, aliases, isImported: isOfFile(exported) });
    target?.write(path, text, note.updatedAt);
    await attendance.written();
  }
}

/**
 * Returns true for a note imported from a file without a note id. The source id of a file with a note id ends with that
 * id.
 */
const isOfFile = ({ id, source }: ExportedNote): boolean => source !== null && !source.endsWith(`:${id}`);

/**
 * Reads a note with its body.
 *
 * @throws StorageError `damaged` when the body does not match its digest
 */
export function soundNote({ reader }: Pick<Snapshot, 'reader'>, { id, bodySha256 }: ExportedNote): DocumentWithBody {
  const note = reader.documents.getWithBody(id);
  if (note === undefined || sha256(note.body) !== bodySha256)
    throw new StorageError('damaged', `${id}: the text of this note is damaged. Run notes doctor`);
  return note;
}

interface Placed {
  readonly note: DocumentWithBody;
  readonly path: string;
  readonly obsidian: boolean;
}

/** Returns the body with its links rewritten; unchanged when it cannot be parsed in time. */
async function linkedBody(
  { reader, databaseId }: Snapshot,
  { note, path, obsidian }: Placed,
  attendance: Attendance,
): Promise<string> {
  const { body } = note;
  const seen = await lookAt('references', { body, databaseId }, null);
  if (seen === null || seen.truncated) attendance.warn('notes_partly_read', 1);
  if (seen === null) return body;
  const context = { reader, databaseId, path, body, byFileName: obsidian };
  const { edits, leaving } = rewriteLinks(context, seen.references, reader.links.outgoing(note.pk));
  attendance.warn('links_leave_export', leaving);
  return splice(body, edits);
}
