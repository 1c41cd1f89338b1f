import type { Draft } from '../drafts/journal.js';
import { type Merge, mergeNotes, splitLines } from '../drafts/merge.js';
import { type BaseText, type NoteText, sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { journal } from '../drafts/shared-journal.js';
import { openTable } from '../drafts/table.js';
import { buildInitialResult, getChosenText, type Hunk } from './decisions.js';

/** A draft of a note that exists on the server. */
export type LocalDraft = Draft & { readonly base: BaseText };

/** The texts of a conflict. */
export interface Sides {
  /** Common ancestor of both texts. */
  readonly base: NoteText;
  readonly mine: NoteText;
  readonly theirs: NoteText;
}

/** The merge result in progress. */
export interface MergeResult {
  /** Undefined while undecided, when both sides changed the title. */
  readonly title: string | undefined;
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** A result in progress with its title until one is decided. */
export interface StartedResult extends MergeResult {
  readonly myTitle: string;
}

/** A draft, the server's version of the note, and the result in progress. */
export interface DraftResolution extends StartedResult {
  /** Id of the note. */
  readonly key: string;
  readonly draft: LocalDraft;
  readonly theirs: RemoteNote;
  /** True when the draft must be restored after it was given up for the server's version. */
  readonly isTakenBack?: boolean;
}

/** Starts resolving a conflict, or resumes with the earlier result after the draft or the server's version changed. */
export function resumeResolution(
  earlier: DraftResolution | undefined,
  draft: LocalDraft,
  theirs: RemoteNote,
): DraftResolution {
  const ancestor = earlier && findAncestor(earlier, draft);
  const of = { key: draft.key, draft, theirs };
  if (earlier === undefined || ancestor === undefined)
    return { ...of, ...startResult({ base: draft.base, mine: draft.text, theirs }) };
  if (sameText(earlier.draft.text, draft.text) && earlier.theirs.revisionId === theirs.revisionId) return earlier;
  const earlierSides = { base: earlier.draft.base, mine: ancestor, theirs: earlier.theirs };
  return { ...of, ...continueResult(earlier, earlierSides, { mine: draft.text, theirs }) };
}

/** Returns the common ancestor of the earlier result and the draft; undefined when they belong to different edits. */
function findAncestor({ draft: earlier, theirs }: DraftResolution, draft: LocalDraft): NoteText | undefined {
  if (earlier.startedAt === draft.startedAt) return earlier.text;
  return draft.base.revisionId === theirs.revisionId ? theirs : undefined;
}

/** Returns the initial result of a merge, with its undecided hunks. */
export function startResult({ base, mine, theirs }: Sides): StartedResult {
  const { title, regions } = mergeNotes(base, mine, theirs);
  return { myTitle: mine.title, title, ...buildInitialResult(regions) };
}

/** Carries a result over to new sides, so that earlier decisions are not asked again. */
export function continueResult(
  earlier: StartedResult,
  earlierSides: Sides,
  { mine, theirs }: Omit<Sides, 'base'>,
): StartedResult {
  const editedText = getResultText(earlier);
  const merged = withBoth(mergeNotes(earlierSides.mine, editedText, mine), editedText.title);
  return startResult({ base: getDecidedText(earlier, earlierSides), mine: merged, theirs });
}

/** Returns the text of a result; an undecided title is the local one. */
export const getResultText = ({ title, myTitle, body }: StartedResult): NoteText => ({ title: title ?? myTitle, body });

/** Returns the text that needs no new decision: the server's, except for hunks still open. */
function getDecidedText({ title, hunks }: MergeResult, { base, theirs }: Sides): NoteText {
  const lines = splitLines(theirs.body);
  for (const { isDecided, line, base: before, theirs: replaced } of hunks.toReversed()) {
    if (!isDecided) lines.splice(line, splitLines(replaced).length, before);
  }
  return { title: title === undefined ? base.title : theirs.title, body: lines.join('') };
}

/** Returns a merge result that contains both sides wherever they differ. */
function withBoth({ title, regions }: Merge, preferred: string): NoteText {
  const body = regions
    .map((region) => (region.kind === 'agreed' ? region.text : getChosenText(region, 'both')))
    .join('');
  return { title: title ?? preferred, body };
}

/** Results in progress by draft, stored beside the journal. */
export const draftResolutions = openTable<DraftResolution>('decidings');

/** Removes results whose draft no longer exists because it was saved, discarded or sent elsewhere. */
export async function removeStaleResolutions(): Promise<void> {
  const resolutions = await draftResolutions.list();
  // Read second: every result had a draft when it was stored.
  const drafts = new Set((await journal.list()).map(({ key }) => key));
  const stale = resolutions.filter(({ key, isTakenBack }) => !drafts.has(key) && !isTakenBack);
  await Promise.all(stale.map(({ key }) => draftResolutions.remove(key)));
}
