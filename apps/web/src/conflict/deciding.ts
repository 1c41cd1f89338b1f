import type { Draft } from '../drafts/journal.js';
import { linesOf, type Merge, mergeNotes } from '../drafts/merge.js';
import { type BaseText, type NoteText, sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { beginningOf, chosen, type Hunk } from './decisions.js';

/** A draft of a note the server has. */
export type Mine = Draft & { readonly base: BaseText };

/** What a decision is between. */
export interface Sides {
  /** What both were made from. */
  readonly base: NoteText;
  readonly mine: NoteText;
  readonly theirs: NoteText;
}

/** The text that is being decided on. */
export interface Made {
  /** Undefined until it is decided, where both sides changed it. */
  readonly title: string | undefined;
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** The same, and the title it has until one is decided on. */
export interface Begun extends Made {
  readonly myTitle: string;
}

/** A draft, what the server has in its stead, and what was made of the two so far. */
export interface Deciding extends Begun {
  /** The id of the note. */
  readonly key: string;
  readonly draft: Mine;
  readonly theirs: RemoteNote;
  /** Whether the draft is to come back, though it was given up for theirs. */
  readonly isTakenBack?: boolean;
}

/** Begins to decide, or goes on with what was made before this draft or what the server has became another. */
export function decidingOf(known: Deciding | undefined, draft: Mine, theirs: RemoteNote): Deciding {
  const ancestor = known && ancestorOf(known, draft);
  const of = { key: draft.key, draft, theirs };
  if (known === undefined || ancestor === undefined)
    return { ...of, ...begin({ base: draft.base, mine: draft.text, theirs }) };
  if (sameText(known.draft.text, draft.text) && known.theirs.revisionId === theirs.revisionId) return known;
  const was = { base: known.draft.base, mine: ancestor, theirs: known.theirs };
  return { ...of, ...goOn(known, was, { mine: draft.text, theirs }) };
}

/** What both the text that was made and a draft came from; undefined where they are of different edits. */
function ancestorOf({ draft: known, theirs }: Deciding, draft: Mine): NoteText | undefined {
  if (known.startedAt === draft.startedAt) return known.text;
  return draft.base.revisionId === theirs.revisionId ? theirs : undefined;
}

export function begin({ base, mine, theirs }: Sides): Begun {
  const { title, regions } = mergeNotes(base, mine, theirs);
  return { myTitle: mine.title, title, ...beginningOf(regions) };
}

/** Goes on with what was made between other sides; what was decided then is not asked again. */
export function goOn(known: Begun, was: Sides, { mine, theirs }: Omit<Sides, 'base'>): Begun {
  const made = textOf(known);
  const grown = withBoth(mergeNotes(was.mine, made, mine), made.title);
  return begin({ base: settledOf(known, was), mine: grown, theirs });
}

export const textOf = ({ title, myTitle, body }: Begun): NoteText => ({ title: title ?? myTitle, body });

/** What needs no decision again: theirs, but for the places that are still open. */
function settledOf({ title, hunks }: Made, { base, theirs }: Sides): NoteText {
  const lines = linesOf(theirs.body);
  for (const { isDecided, line, base: before, theirs: replaced } of hunks.toReversed()) {
    if (!isDecided) lines.splice(line, linesOf(replaced).length, before);
  }
  return { title: title === undefined ? base.title : theirs.title, body: lines.join('') };
}

/** A merge in which both sides stay where they differ. */
function withBoth({ title, regions }: Merge, preferred: string): NoteText {
  const body = regions.map((region) => (region.kind === 'agreed' ? region.text : chosen(region, 'both'))).join('');
  return { title: title ?? preferred, body };
}
