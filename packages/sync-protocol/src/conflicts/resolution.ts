import { LOG_LIMITS } from '../log/limits.js';
import type { OperationOf } from '../log/operations.js';
import { copyId } from '../merge/derived-ids.js';
import type { NoteText } from '../merge/merge-heads.js';
import type { NoteState } from '../merge/note.js';
import { withSuffix } from '../merge/unique-names.js';
import type { ConflictSide, DocumentConflict } from './conflict.js';

export type Resolution = OperationOf<'conflict.resolve'>['resolution'];

/** The sides of a conflict as a person at one replica sees them: theirs, and what came from elsewhere. */
export interface Sides<Side = ConflictSide> {
  readonly local: Side;
  readonly remote: Side;
}

/** The note as it is counts as local, unless the other side was written here and nothing of the note was. */
export function sidesFor<Side extends Pick<ConflictSide, 'authors'>>(
  { main, other }: { readonly main: Side; readonly other: Side },
  replica: string,
): Sides<Side> {
  const isOther = other.authors.includes(replica) && !main.authors.includes(replica);
  return isOther ? { local: other, remote: main } : { local: main, remote: other };
}

/** What settles a conflict: a revision of the note with both sides as parents, and with `keep_both` a note for the other. */
export interface Settlement {
  readonly write: NoteText & { readonly doc: string; readonly parents: readonly string[] };
  readonly copy: (NoteText & { readonly doc: string }) | null;
}

const COPY_SUFFIX = ' (conflict copy)';

/**
 * @param note The note as it is
 * @param replica Whose sides are meant by local and remote
 * @param merged The text for `merged`
 */
export function settle(
  note: NoteState,
  conflict: DocumentConflict,
  replica: string,
  choice: { readonly resolution: Exclude<Resolution, 'merged'> } | ({ readonly resolution: 'merged' } & NoteText),
): Settlement {
  const { other } = conflict;
  const { title, body } = choice.resolution === 'merged' ? choice : chosenSide(conflict, replica, choice.resolution);
  const write = { doc: note.id, parents: [...note.heads, other.revisionId], title, body };
  if (choice.resolution !== 'keep_both') return { write, copy: null };
  const copyTitle = withSuffix(other.title, COPY_SUFFIX, LOG_LIMITS.title);
  return { write, copy: { doc: copyId(conflict.conflictId), title: copyTitle, body: other.body } };
}

function chosenSide(conflict: DocumentConflict, replica: string, resolution: Exclude<Resolution, 'merged'>): NoteText {
  const { local, remote } = sidesFor(conflict, replica);
  const sides = { keep_local: local, keep_remote: remote, keep_both: conflict.main };
  return sides[resolution];
}
