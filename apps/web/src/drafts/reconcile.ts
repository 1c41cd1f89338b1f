import { mergedText, mergeNotes } from './merge.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import type { RemoteNote } from './remote.js';

/** What to do about a note the server has another revision of. */
export type Decision =
  /** What the server holds came from here: an answer was lost, or only the revision is another. */
  | { readonly kind: 'ours' }
  | { readonly kind: 'held'; readonly word: 'trashed' | 'read_only' | 'conflict' }
  | { readonly kind: 'merged'; readonly text: NoteText; readonly changes: number };

interface Sides {
  readonly base: BaseText;
  readonly mine: NoteText;
  /** Texts that were sent without an answer. */
  readonly unanswered: readonly NoteText[];
}

/** Why a note may not be written, by what it says of itself; undefined where it may. */
export function heldBy({ deletedAt, editable }: RemoteNote): 'trashed' | 'read_only' | undefined {
  if (deletedAt !== undefined) return 'trashed';
  return editable ? undefined : 'read_only';
}

export function reconcile({ base, mine, unanswered }: Sides, theirs: RemoteNote): Decision {
  const held = heldBy(theirs);
  if (held !== undefined) return { kind: 'held', word: held };
  if ([base, mine, ...unanswered].some((known) => sameText(known, theirs))) return { kind: 'ours' };
  const merge = mergeNotes(base, mine, theirs);
  const text = mergedText(merge);
  if (text === undefined) return { kind: 'held', word: 'conflict' };
  return { kind: 'merged', text, changes: merge.changes };
}
