import { LOG_LIMITS } from '../../log/limits.js';
import type { OperationOf } from '../../log/operations.js';
import { deriveCopyId } from '../derived-ids.js';
import type { NoteText } from '../merge-heads.js';
import type { NoteState } from '../note.js';
import { appendSuffix } from '../unique-names.js';
import type { ConflictSide, DocumentConflict } from './conflict.js';

/** Resolution of a conflict, as stored in its operation. */
export type Resolution = OperationOf<'conflict.resolve'>['resolution'];

/** The sides of a conflict as seen from one replica: its own side and the remote one. */
export interface Sides<Side = ConflictSide> {
  readonly local: Side;
  readonly remote: Side;
}

/**
 * Assigns the sides of a conflict. The note's current state is local, unless this replica wrote the other side and no
 * part of the note.
 */
export function assignSides<Side extends Pick<ConflictSide, 'authors'>>(
  { main, other }: { readonly main: Side; readonly other: Side },
  replica: string,
): Sides<Side> {
  const isOther = other.authors.includes(replica) && !main.authors.includes(replica);
  return isOther ? { local: other, remote: main } : { local: main, remote: other };
}

/**
 * Changes that resolve a conflict: a revision of the note with both sides as parents, and with `keep_both` a new note
 * for the other side.
 */
export interface ConflictChanges {
  readonly write: NoteText & { readonly doc: string; readonly parents: readonly string[] };
  readonly copy: (NoteText & { readonly doc: string }) | null;
}

const COPY_SUFFIX = ' (conflict copy)';

/**
 * Resolves a conflict of a note as a person chose.
 *
 * @param note current state of the note
 * @param replica replica whose sides `local` and `remote` mean
 * @param choice the resolution, with title and body for `merged`
 * @returns the revision to write, and the copy to make when both sides are kept
 */
export function resolveDocumentConflict(
  note: NoteState,
  conflict: DocumentConflict,
  replica: string,
  choice: { readonly resolution: Exclude<Resolution, 'merged'> } | ({ readonly resolution: 'merged' } & NoteText),
): ConflictChanges {
  const { other } = conflict;
  const { title, body } = choice.resolution === 'merged' ? choice : chooseSide(conflict, replica, choice.resolution);
  const write = { doc: note.id, parents: [...note.heads, other.revisionId], title, body };
  if (choice.resolution !== 'keep_both') return { write, copy: null };
  const copyTitle = appendSuffix(other.title, COPY_SUFFIX, LOG_LIMITS.title);
  return { write, copy: { doc: deriveCopyId(conflict.conflictId), title: copyTitle, body: other.body } };
}

function chooseSide(conflict: DocumentConflict, replica: string, resolution: Exclude<Resolution, 'merged'>): NoteText {
  const { local, remote } = assignSides(conflict, replica);
  const sides = { keep_local: local, keep_remote: remote, keep_both: conflict.main };
  return sides[resolution];
}
