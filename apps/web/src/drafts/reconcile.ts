import { mergedText, mergeNotes } from './merge.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import type { RemoteNote } from './remote.js';

/** Action for a note whose revision on the server differs. */
export type Decision =
  /** The server holds text sent from here: a response was lost, or only the revision differs. */
  | { readonly kind: 'ours' }
  | { readonly kind: 'held'; readonly word: 'trashed' | 'read_only' | 'conflict' }
  | { readonly kind: 'merged'; readonly text: NoteText; readonly changes: number };

interface Sides {
  readonly base: BaseText;
  readonly mine: NoteText;
  /** Texts sent without a response. */
  readonly unanswered: readonly NoteText[];
}

/** Returns why a note cannot be written; undefined when it can. */
export function getHoldReason({ deletedAt, editable }: RemoteNote): 'trashed' | 'read_only' | undefined {
  if (deletedAt !== undefined) return 'trashed';
  return editable ? undefined : 'read_only';
}

/** Decides how to proceed with a draft when the server has another revision of its note. */
export function reconcile({ base, mine, unanswered }: Sides, theirs: RemoteNote): Decision {
  const holdReason = getHoldReason(theirs);
  if (holdReason !== undefined) return { kind: 'held', word: holdReason };
  if ([base, mine, ...unanswered].some((text) => sameText(text, theirs))) return { kind: 'ours' };
  const merge = mergeNotes(base, mine, theirs);
  const text = mergedText(merge);
  if (text === undefined) return { kind: 'held', word: 'conflict' };
  return { kind: 'merged', text, changes: merge.changes };
}
