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

export function reconcile({ base, mine, unanswered }: Sides, theirs: RemoteNote): Decision {
  if (theirs.deletedAt !== undefined) return { kind: 'held', word: 'trashed' };
  if (!theirs.editable) return { kind: 'held', word: 'read_only' };
  if ([base, mine, ...unanswered].some((known) => sameText(known, theirs))) return { kind: 'ours' };
  const merge = mergeNotes(base, mine, theirs);
  const text = mergedText(merge);
  if (text === undefined) return { kind: 'held', word: 'conflict' };
  return { kind: 'merged', text, changes: merge.changes };
}
