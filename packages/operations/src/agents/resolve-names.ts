import { isId } from '@notes/contract';
import { findNotes } from '../notes/naming/note.js';
import { findNotebook } from '../notes/naming/notebook.js';
import type { Library } from '../platform/context.js';

type Resolve = (library: Library, name: string) => string;

/** Arguments that hold identifiers of notes and notebooks, one or a list, in calls and in the items of a batch. */
const KINDS: Readonly<Record<string, Resolve>> = {
  document_id: resolveNote,
  document_ids: resolveNote,
  from: resolveNote,
  to: resolveNote,
  roots: resolveNote,
  notebook_id: resolveNotebook,
};

/**
 * Replaces titles of notes and paths of notebooks by their ids in the arguments of a call, so that a model need not look
 * up the id of a note that its user named. A name that several notes or notebooks have, or none, stays as it is and is
 * refused like an unknown id.
 *
 * @param given - arguments of the call as received
 */
export function resolveNames(library: Library, given: unknown): unknown {
  if (!isFields(given)) return given;
  const { items } = given;
  const read = Array.isArray(items) ? { ...given, items: items.map((item) => resolveFields(library, item)) } : given;
  return resolveFields(library, read);
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolves the names in the fields of an object, but not in the parts of its fields. */
function resolveFields(library: Library, fields: unknown): unknown {
  if (!isFields(fields)) return fields;
  const entries = Object.entries(fields).map(([name, value]) => {
    const resolve = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (resolve === undefined) return [name, value];
    const resolveText = (text: unknown) => (typeof text === 'string' ? resolve(library, text) : text);
    return [name, Array.isArray(value) ? value.map(resolveText) : resolveText(value)];
  });
  return Object.fromEntries(entries);
}

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
