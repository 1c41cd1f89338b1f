import { ServiceError } from '@notes/contract';
import { nameKey } from '@notes/query-language';
import type { DocumentRecord, Reader } from '@notes/storage';
import type { Library } from '../context.js';
import { pathOf } from '../notebooks/tree.js';

/** A note a name may mean. */
export interface NamedNote {
  readonly id: string;
  readonly title: string;
  /** Names from the top notebook down, parted by `/`. */
  readonly notebook: string;
}

const URI = /^document:\/\/default\/documents\/(doc_[0-9a-z_]+)(?:#.*)?$/;
const STABLE_LINK = /^service:\/\/databases\/([^/]+)\/documents\/(doc_[0-9a-z_]+)(?:#.*)?$/;
const MAX_CANDIDATES = 50;

/**
 * The notes a person may mean: one by id, `document://` URI or stable link, also in Trash; or the active notes of a
 * title, at most 50. Titles compare without regard to case, unless one is spelt exactly so.
 *
 * @throws ServiceError `not_found` for a stable link of another library
 */
export function findNotes(library: Library, text: string): NamedNote[] {
  return library.store.read((reader) => {
    const linked = reader.documents.get(idOf(library, text) ?? text);
    const found = linked === undefined ? titled(reader, text) : [linked];
    return found.map((document) => named(reader, document));
  });
}

function idOf(library: Library, text: string): string | undefined {
  const link = STABLE_LINK.exec(text);
  if (link !== null && link[1] !== library.databaseId)
    throw new ServiceError('not_found', 'that link is to a note of another library');
  return link?.[2] ?? URI.exec(text)?.[1];
}

/** As {@link findNotes}, of the notes in Trash. */
export function findNotesInTrash(library: Library, text: string): NamedNote[] {
  return library.store.read((reader) => findTrashed(library, reader, text).map((document) => named(reader, document)));
}

/** The notes in Trash a person may mean: as {@link findNotes}, but that titles are those of notes there. */
export function findTrashed(library: Library, reader: Reader, text: string): DocumentRecord[] {
  const linked = reader.documents.get(idOf(library, text) ?? text);
  if (linked !== undefined) return linked.deletedAt === null ? [] : [linked];
  return spelt(reader, text, reader.documents.findTrashedByTitleKey(nameKey(text), MAX_CANDIDATES));
}

const titled = (reader: Reader, title: string) =>
  spelt(reader, title, reader.documents.findByTitleKey(nameKey(title), MAX_CANDIDATES));

/** Those of some notes whose title is spelt exactly so, or else all. */
function spelt(reader: Reader, title: string, ids: readonly string[]): DocumentRecord[] {
  const found = ids.map((id) => reader.documents.get(id) as DocumentRecord);
  const exact = found.filter((document) => document.title === title);
  return exact.length > 0 ? exact : found;
}

function named(reader: Reader, { id, title, notebookId }: DocumentRecord): NamedNote {
  const rows = reader.notebooks.all();
  const notebook = rows.find((row) => row.id === notebookId);
  const path = notebook === undefined ? [] : pathOf(rows, notebook);
  return { id, title, notebook: path.map(({ name }) => name).join('/') };
}
