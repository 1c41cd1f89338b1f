import { RESOURCE_URI, ServiceError } from '@notes/contract';
import type { NamedNote } from '@notes/operations';
import { AmbiguousNote } from './failures.js';
import { formatCommand } from './format-command.js';
import type { Call } from './presentation.js';

/**
 * Returns the id of the one note that matches a name.
 *
 * @throws ServiceError `not_found`; AmbiguousNote when several notes have the title
 */
export const findNoteId = (call: Call, name: unknown): string => findNote(call, name).id;

/** Finds a note as {@link findNoteId}; returns its title and location too. */
export function findNote(call: Call, name: unknown): NamedNote {
  const text = String(name);
  const found = call.findNotes(text);
  const [trashed] = found.length === 0 ? call.findNotesInTrash(text) : [];
  if (trashed !== undefined)
    throw new ServiceError(
      'not_found',
      `Note ${JSON.stringify(text)} is in Trash. To restore it: ${formatCommand(call.out, 'trash', 'restore', trashed.id)}`,
    );
  return requireOne(found, text, 'note');
}

/** Finds a note in Trash as {@link findNote}. */
export function findTrashedNote(call: Call, name: unknown): NamedNote {
  return requireOne(call.findNotesInTrash(String(name)), String(name), 'note in Trash');
}

function requireOne(found: readonly NamedNote[], text: string, kind: string): NamedNote {
  const [first] = found;
  if (first === undefined)
    throw new ServiceError(
      'not_found',
      `No ${kind} matches ${JSON.stringify(text)}. Give an id, an address or a title`,
    );
  if (found.length === 1) return first;
  throw new AmbiguousNote(`${found.length} notes are called ${JSON.stringify(text)}. Give the id of one`, found);
}

/** Returns the id of an attachment, given by its id or its address. */
export function parseResourceId(name: unknown): string {
  const text = String(name);
  return text.startsWith(RESOURCE_URI) ? text.slice(RESOURCE_URI.length) : text;
}
