import { ServiceError } from '@notes/contract';
import { nameKey } from '@notes/query-language';
import type { DocumentRecord, Reader } from '@notes/storage';
import { formatNotebookPath } from '../../organise/notebooks/tree.js';
import type { Library } from '../../platform/context.js';

/** A note that a name may refer to. */
export interface NamedNote {
  readonly id: string;
  readonly title: string;
  /** Names from the top notebook down, separated by `/`. */
  readonly notebook: string;
}

const URI = /^document:\/\/default\/documents\/(doc_[0-9a-z_]+)(?:#.*)?$/;
const STABLE_LINK = /^service:\/\/databases\/([^/]+)\/documents\/(doc_[0-9a-z_]+)(?:#.*)?$/;
const MAX_CANDIDATES = 50;

/**
 * Finds the notes that a text may refer to: one by id, `document://` URI or stable link, also in Trash; or the active
 * notes with a title, at most 50. Titles compare case-insensitively unless one matches exactly.
 *
 * @throws ServiceError `not_found` for a stable link of another library
 */
export function findNotes(library: Library, text: string): NamedNote[] {
  return library.store.read((reader) => {
    const linked = reader.documents.get(parseNoteId(library, text) ?? text);
    const found = linked === undefined ? findByTitle(reader, text) : [linked];
    return found.map((document) => toNamedNote(reader, document));
  });
}

function parseNoteId(library: Library, text: string): string | undefined {
  const link = STABLE_LINK.exec(text);
  if (link !== null && link[1] !== library.databaseId)
    throw new ServiceError('not_found', 'The link leads to a note of another library');
  return link?.[2] ?? URI.exec(text)?.[1];
}

/** Finds notes in Trash as {@link findNotes} finds active notes. */
export function findNotesInTrash(library: Library, text: string): NamedNote[] {
  return library.store.read((reader) =>
    findTrashed(library, reader, text).map((document) => toNamedNote(reader, document)),
  );
}

/** Finds the notes in Trash that a text may refer to: as {@link findNotes}, with titles of notes in Trash. */
export function findTrashed(library: Library, reader: Reader, text: string): DocumentRecord[] {
  const linked = reader.documents.get(parseNoteId(library, text) ?? text);
  if (linked !== undefined) return linked.deletedAt === null ? [] : [linked];
  return preferExactTitle(reader, text, reader.documents.findTrashedByTitleKey(nameKey(text), MAX_CANDIDATES));
}

const findByTitle = (reader: Reader, title: string) =>
  preferExactTitle(reader, title, reader.documents.findByTitleKey(nameKey(title), MAX_CANDIDATES));

/** Returns the notes whose title matches exactly, or else all. */
function preferExactTitle(reader: Reader, title: string, ids: readonly string[]): DocumentRecord[] {
  const found = ids.map((id) => reader.documents.get(id) as DocumentRecord);
  const exact = found.filter((document) => document.title === title);
  return exact.length > 0 ? exact : found;
}

function toNamedNote(reader: Reader, { id, title, notebookId }: DocumentRecord): NamedNote {
  const rows = reader.notebooks.all();
  const notebook = rows.find((row) => row.id === notebookId);
  return { id, title, notebook: notebook === undefined ? '' : formatNotebookPath(rows, notebook) };
}
