import type { Draft } from '../drafts/journal.js';
import { linesOf, type Merge, mergeNotes } from '../drafts/merge.js';
import { type BaseText, type NoteText, sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { beginningOf, chosen, type Hunk } from './decisions.js';

/** A draft of a note the server has. */
export type Mine = Draft & { readonly base: BaseText };

/** The text that is being decided on. */
export interface Made {
  /** Undefined until it is decided, where both sides changed it. */
  readonly title: string | undefined;
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** A draft, what the server has in its stead, and what was made of the two so far. */
export interface Deciding extends Made {
  /** The id of the note. */
  readonly key: string;
  readonly draft: Mine;
  readonly theirs: RemoteNote;
  readonly myTitle: string;
  /** Whether the draft is to come back, though it was given up for theirs. */
  readonly isTakenBack?: boolean;
}

/** Begins to decide, or goes on with what was made before this draft or what the server has became another. */
export function decidingOf(known: Deciding | undefined, draft: Mine, theirs: RemoteNote): Deciding {
  const ancestor = known && ancestorOf(known, draft);
  if (known === undefined || ancestor === undefined) return begun(draft, theirs, draft.base, draft.text);
  if (sameText(known.draft.text, draft.text) && known.theirs.revisionId === theirs.revisionId) return known;
  const made = textOf(known);
  return begun(draft, theirs, settledOf(known), withBoth(mergeNotes(ancestor, made, draft.text), made.title));
}

/** What both the text that was made and a draft came from; undefined where they are of different edits. */
function ancestorOf({ draft: known, theirs }: Deciding, draft: Mine): NoteText | undefined {
  if (known.startedAt === draft.startedAt) return known.text;
  return draft.base.revisionId === theirs.revisionId ? theirs : undefined;
}

function begun(draft: Mine, theirs: RemoteNote, base: NoteText, mine: NoteText): Deciding {
  const { title, regions } = mergeNotes(base, mine, theirs);
  return { key: draft.key, draft, theirs, myTitle: mine.title, title, ...beginningOf(regions) };
}

const textOf = ({ title, myTitle, body }: Deciding): NoteText => ({ title: title ?? myTitle, body });

/** What needs no decision again: theirs, but for the places that are still open. */
function settledOf({ title, draft, theirs, hunks }: Deciding): NoteText {
  const lines = linesOf(theirs.body);
  for (const { isDecided, line, base, theirs: replaced } of hunks.toReversed()) {
    if (!isDecided) lines.splice(line, linesOf(replaced).length, base);
  }
  return { title: title === undefined ? draft.base.title : theirs.title, body: lines.join('') };
}

/** A merge in which both sides stay where they differ. */
function withBoth({ title, regions }: Merge, preferred: string): NoteText {
  const body = regions.map((region) => (region.kind === 'agreed' ? region.text : chosen(region, 'both'))).join('');
  return { title: title ?? preferred, body };
}
