import type { Draft } from '../drafts/journal.js';
import { linesOf, type Merge, mergeNotes } from '../drafts/merge.js';
import { type BaseText, type NoteText, sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { beginningOf, chosen, type Hunk } from './decisions.js';

/** A draft of a note that exists on the server. */
export type Mine = Draft & { readonly base: BaseText };

/** The texts of a conflict. */
export interface Sides {
  /** Common ancestor of both texts. */
  readonly base: NoteText;
  readonly mine: NoteText;
  readonly theirs: NoteText;
}

/** The merge result in progress. */
export interface Made {
  /** Undefined while undecided, when both sides changed the title. */
  readonly title: string | undefined;
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** A result in progress with its title until one is decided. */
export interface Begun extends Made {
  readonly myTitle: string;
}

/** A draft, the server's version of the note, and the result in progress. */
export interface Deciding extends Begun {
  /** Id of the note. */
  readonly key: string;
  readonly draft: Mine;
  readonly theirs: RemoteNote;
  /** True when the draft must be restored after it was given up for the server's version. */
  readonly isTakenBack?: boolean;
}

/** Starts resolving a conflict, or resumes with the earlier result after the draft or the server's version changed. */
export function decidingOf(known: Deciding | undefined, draft: Mine, theirs: RemoteNote): Deciding {
  const ancestor = known && ancestorOf(known, draft);
  const of = { key: draft.key, draft, theirs };
  if (known === undefined || ancestor === undefined)
    return { ...of, ...begin({ base: draft.base, mine: draft.text, theirs }) };
  if (sameText(known.draft.text, draft.text) && known.theirs.revisionId === theirs.revisionId) return known;
  const was = { base: known.draft.base, mine: ancestor, theirs: known.theirs };
  return { ...of, ...goOn(known, was, { mine: draft.text, theirs }) };
}

/** Returns the common ancestor of the earlier result and the draft; undefined when they belong to different edits. */
function ancestorOf({ draft: known, theirs }: Deciding, draft: Mine): NoteText | undefined {
  if (known.startedAt === draft.startedAt) return known.text;
  return draft.base.revisionId === theirs.revisionId ? theirs : undefined;
}

/** Returns the initial result of a merge, with its undecided hunks. */
export function begin({ base, mine, theirs }: Sides): Begun {
  const { title, regions } = mergeNotes(base, mine, theirs);
  return { myTitle: mine.title, title, ...beginningOf(regions) };
}

/** Carries a result over to new sides, so that earlier decisions are not asked again. */
export function goOn(known: Begun, was: Sides, { mine, theirs }: Omit<Sides, 'base'>): Begun {
  const made = textOf(known);
  const grown = withBoth(mergeNotes(was.mine, made, mine), made.title);
  return begin({ base: settledOf(known, was), mine: grown, theirs });
}

/** Returns the text of a result; an undecided title is the local one. */
export const textOf = ({ title, myTitle, body }: Begun): NoteText => ({ title: title ?? myTitle, body });

/** Returns the text that needs no new decision: the server's, except for hunks still open. */
function settledOf({ title, hunks }: Made, { base, theirs }: Sides): NoteText {
  const lines = linesOf(theirs.body);
  for (const { isDecided, line, base: before, theirs: replaced } of hunks.toReversed()) {
    if (!isDecided) lines.splice(line, linesOf(replaced).length, before);
  }
  return { title: title === undefined ? base.title : theirs.title, body: lines.join('') };
}

/** Returns a merge result that contains both sides wherever they differ. */
function withBoth({ title, regions }: Merge, preferred: string): NoteText {
  const body = regions.map((region) => (region.kind === 'agreed' ? region.text : chosen(region, 'both'))).join('');
  return { title: title ?? preferred, body };
}
