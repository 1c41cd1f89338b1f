import { foldText, splitWords } from './folded-name.js';
import type { TargetChanges } from './library-reader.js';
import type { Range } from './match-word.js';
import { compareRanked, findRanges, prepareTyped, type Ranked, rank, type Target, toCandidate } from './rank.js';
import { type OpenedNotes, TargetIndex } from './target-index.js';
import type { TextMatches } from './text-search.js';

/** Text to find targets for. */
export interface FindRequest {
  readonly kind: 'find';
  readonly requestId: number;
  readonly typed: string;
  readonly opened: OpenedNotes;
}

export type FinderRequest =
  | FindRequest
  | ({ readonly kind: 'change' } & TargetChanges)
  | ({ readonly kind: 'text'; readonly requestId: number } & TextMatches);

/** A target, as found by the typed text. */
export interface Found {
  readonly target: Target;
  /** Ranges of its name that match, in UTF-16 units. */
  readonly ranges: readonly Range[];
  /** True for a note found only by its text. */
  readonly isByText: boolean;
}

/** Targets found. Further messages for the same request replace earlier ones. */
export interface FinderMessage {
  readonly requestId: number;
  readonly found: readonly Found[];
  /** Number of notes read so far; undefined once all were read. */
  readonly readCount: number | undefined;
  /** True when nothing more will be found: all notes were read, and their text was searched. */
  readonly isComplete: boolean;
}

const LIMIT = 50;
const RECENT = 20;
const MAX_HEADINGS = 8;

const index = new TargetIndex();
let readCount: number | undefined = 0;
let request: FindRequest | undefined;
/** Result of searching the text for the current request; undefined until it arrives. */
let textMatches: TextMatches | undefined;

addEventListener('message', ({ data }: MessageEvent<FinderRequest>) => {
  if (data.kind === 'change') {
    for (const id of data.removed) index.remove(id);
    for (const target of data.added) index.add(target);
    readCount = data.readCount;
  } else if (data.kind === 'text') {
    if (data.requestId !== request?.requestId) return;
    textMatches = data;
  } else {
    request = data;
    textMatches = undefined;
  }
  answer();
});

/** Sends the targets known so far for the current request. */
function answer(): void {
  if (request === undefined) return;
  const { requestId, typed, opened } = request;
  const isBlank = typed.trim() === '';
  const recent = () => index.listRecent(opened, RECENT).map((target) => toFound(target));
  const found = isBlank ? recent() : findTyped(typed, opened);
  const isComplete = readCount === undefined && (isBlank || textMatches !== undefined);
  postMessage({ requestId, found, readCount, isComplete } satisfies FinderMessage);
}

/**
 * Results of the text come after those of names, so that nothing moves when they arrive. Scattered letters of several
 * words come last, because they are rarely meant.
 */
function findTyped(typed: string, opened: OpenedNotes): readonly Found[] {
  const words = splitWords(typed);
  const ranked = index.find(typed, opened, LIMIT);
  const isFirst = ({ isScattered }: Ranked) => words.length === 1 || !isScattered;
  const byName = ranked.filter(isFirst).map(({ target }) => target);
  const names = byName.map((target) => toFound(target, words));
  if (textMatches === undefined) return names;
  const known = new Set(byName.map(({ id }) => id));
  const byText = textMatches.notes.filter(({ id }) => !known.has(id));
  for (const { id } of byText) known.add(id);
  const others = ranked.filter((one) => !isFirst(one) && !known.has(one.target.id));
  return [
    ...names,
    ...findHeadings(textMatches.headings, typed, words).map((target) => toFound(target, words)),
    ...byText.map((target) => toFound(target, words, true)),
    ...others.map(({ target }) => toFound(target, words)),
  ];
}

/** Returns the headings that match, except those that only repeat the title of their note. */
function findHeadings(headings: readonly Target[], typed: string, words: readonly string[]): readonly Target[] {
  const prepared = prepareTyped(typed, words);
  return headings
    .filter(({ name, container }) => foldText(name) !== foldText(container))
    .flatMap((target) => rank(toCandidate(target), prepared, Date.now()) ?? [])
    .filter(({ isScattered, isOutside }) => !isScattered && !isOutside)
    .sort(compareRanked)
    .slice(0, MAX_HEADINGS)
    .map(({ target }) => target);
}

const toFound = (target: Target, words: readonly string[] = [], isByText = false): Found => ({
  target,
  ranges: findRanges(target.name, words),
  isByText,
});
