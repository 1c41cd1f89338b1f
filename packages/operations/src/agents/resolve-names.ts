import { isId } from '@notes/contract';
import { findNotes } from '../notes/naming/note.js';
import { findNotebook } from '../notes/naming/notebook.js';
import type { Library } from '../platform/context.js';
import { mapReferences } from './references.js';

/**
 * Replaces titles of notes and paths of notebooks by their ids in the arguments of a call, so that a model need not look
 * up the id of a note that its user named. A name that several notes or notebooks have, or none, stays as it is and is
 * refused like an unknown id.
 *
 * @param given - arguments of the call as received
 */
export const resolveNames = (library: Library, given: unknown): unknown =>
  mapReferences(given, ({ kind, text }) =>
    kind === 'note' ? resolveNote(library, text) : resolveNotebook(library, text),
  );

/** Returns the id of the only active note with a title; any other text unchanged. */
function resolveNote(library: Library, title: string): string {
  if (isId('document', title) || title.startsWith('document://')) return title;
  const [note, other] = findNotes(library, title);
  return note === undefined || other !== undefined ? title : note.id;
}

/** Returns the id of the only notebook with a path, which may omit its start; any other text unchanged. */
function resolveNotebook(library: Library, path: string): string {
  if (isId('notebook', path)) return path;
  try {
    return findNotebook(library, path);
  } catch {
    return path;
  }
}
