import { type FoldedName, foldName, foldText } from './folded-name.js';
import { MIN_ORDERLY_SCORE, matchWord, type Range } from './match-word.js';

/** A target of the switcher: a note, a notebook, a tag, or a heading of a note. */
export interface Target {
  readonly kind: 'note' | 'notebook' | 'tag' | 'heading';
  readonly id: string;
  readonly name: string;
  /** Path of the notebook that contains it; the title of the note that contains a heading. */
  readonly container: string;
  readonly tags: readonly string[];
  /** Time of the last change, in milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  /** True for a note of the Help notebook. */
  readonly isHelp?: boolean;
  /** Anchor of a heading. */
  readonly anchor?: string;
}

/** A target prepared for matching. */
export interface Candidate {
  readonly target: Target;
  readonly name: FoldedName;
  readonly container: FoldedName;
  readonly tags: FoldedName | undefined;
}

/** Prepares a target for matching. Containers repeat, so a caller can fold each once. */
export const toCandidate = (target: Target, container = foldName(target.container)): Candidate => ({
  target,
  name: foldName(target.name),
  container,
  tags: target.tags.length === 0 ? undefined : foldName(target.tags.join(' ')),
});

/** Typed text, prepared for matching. */
export interface TypedWords {
  /** The whole text, folded. */
  readonly whole: string;
  readonly words: readonly string[];
}

export interface Ranked {
  readonly target: Target;
  readonly score: number;
  /** True when the letters of a word are scattered, which is the weakest match. */
  readonly isScattered: boolean;
  /** True when no word matches the name itself. */
  readonly isOutside: boolean;
}

/** Weights of matches outside of the name. */
const CONTAINER_WEIGHT = 0.6;
const TAG_WEIGHT = 0.7;
/** Bonuses, on the scale of `matchWord`. */
const BONUS = { same: 40, beginning: 15, phrase: 10, coverage: 20, opened: 12, changed: 6 };
/** Deduction of Help notes, so that the person's own notes come first among equal matches. */
const HELP_DEDUCTION = BONUS.opened + BONUS.changed;
const DAY_MS = 86_400_000;
const FADE_DAYS = 30;

/**
 * Scores a target for typed words, which may be in any order; undefined when a word matches neither its name, its
 * container nor its tags.
 *
 * @param openedRank place among the notes opened last, from 0 for the last to 1; undefined when it is not among them
 */
export function rank(candidate: Candidate, typed: TypedWords, now: number, openedRank?: number): Ranked | undefined {
  const { target, name } = candidate;
  let total = 0;
  let matchedUnits = 0;
  let isScattered = false;
  for (const word of typed.words) {
    const { score, isInName, isWeak } = scoreWord(candidate, word);
    if (score === 0) return undefined;
    total += score;
    if (isInName) matchedUnits += word.length;
    if (isWeak) isScattered = true;
  }
  const { whole, words } = typed;
  const score =
    total / words.length +
    BONUS.coverage * Math.min(1, matchedUnits / Math.max(1, name.text.length)) +
    (name.text === whole ? BONUS.same : 0) +
    (name.text.startsWith(whole) ? BONUS.beginning : 0) +
    (words.length > 1 && name.text.includes(whole) ? BONUS.phrase : 0) +
    (openedRank === undefined ? 0 : BONUS.opened * (1 - openedRank)) +
    (target.isHelp ? -HELP_DEDUCTION : 0) +
    BONUS.changed * Math.exp(-Math.max(0, now - target.updatedAt) / (FADE_DAYS * DAY_MS));
  return { target, score, isScattered, isOutside: matchedUnits === 0 };
}

interface WordScore {
  readonly score: number;
  readonly isInName: boolean;
  /** True when the letters are scattered. */
  readonly isWeak: boolean;
}

/** Scattered letters count only in the name. */
function scoreWord({ name, container, tags }: Candidate, word: string): WordScore {
  const inName = matchWord(name, word).score;
  if (inName >= MIN_ORDERLY_SCORE) return { score: inName, isInName: true, isWeak: false };
  const inContainer = matchWord(container, word).score;
  const inTags = tags === undefined ? 0 : matchWord(tags, word).score;
  const outside = Math.max(
    inContainer >= MIN_ORDERLY_SCORE ? inContainer * CONTAINER_WEIGHT : 0,
    inTags >= MIN_ORDERLY_SCORE ? inTags * TAG_WEIGHT : 0,
  );
  return outside > 0
    ? { score: outside, isInName: false, isWeak: false }
    : { score: inName, isInName: inName > 0, isWeak: true };
}

/** Sorts the best first; scattered matches come after all others. */
export const compareRanked = (one: Ranked, other: Ranked): number =>
  Number(one.isScattered) - Number(other.isScattered) ||
  other.score - one.score ||
  other.target.updatedAt - one.target.updatedAt ||
  (one.target.name < other.target.name ? -1 : 1);

/** Returns the ranges of a name that the words match, sorted and disjoint, in UTF-16 units of the name. */
export function findRanges(name: string, words: readonly string[]): readonly Range[] {
  const folded = foldName(name);
  const marked = new Set<number>();
  for (const word of words)
    for (const [start, end] of matchWord(folded, word).ranges)
      for (let at = start; at < end; at += 1) marked.add(folded.offsets?.[at] ?? at);
  const ranges: [number, number][] = [];
  for (const at of [...marked].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    const end = at + ((name.codePointAt(at) as number) > 0xffff ? 2 : 1);
    if (last !== undefined && last[1] === at) last[1] = end;
    else ranges.push([at, end]);
  }
  return ranges;
}

/** Prepares typed text. */
export const prepareTyped = (typed: string, words: readonly string[]): TypedWords => ({
  whole: foldText(typed).trim().replace(/\s+/g, ' '),
  words,
});
