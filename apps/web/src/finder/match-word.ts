import { type FoldedName, hasLetter } from './folded-name.js';

/** Scores of a word by how a name contains it. */
const SCORES = { whole: 100, prefix: 80, inside: 50, initials: 40, scattered: 28 } as const;
/** Lowest score of a word whose letters are next to each other, or are initials. */
export const MIN_ORDERLY_SCORE = SCORES.initials;
/** Added when the name begins with the word. */
const AT_START = 5;
/** Share of the letters that must begin a word or follow the previous letter. */
const MIN_ORDERLY = 0.33;
/** Largest length of the part of a name that contains scattered letters, as a multiple of their number. */
const MAX_SPREAD = 5;

/** Range [start, end) in UTF-16 units. */
export type Range = readonly [start: number, end: number];

interface WordMatch {
  /** From 0 to 105; 0 when the name does not contain the word. */
  readonly score: number;
  /** Offsets in the folded name. */
  readonly ranges: readonly Range[];
}

const NO_MATCH: WordMatch = { score: 0, ranges: [] };

/**
 * Finds a folded word in a name: a whole word is best, then the beginning of a word, then any part, then letters
 * that begin words or are scattered over the name, in the same order.
 */
export function matchWord(name: FoldedName, word: string): WordMatch {
  const { text, starts } = name;
  let best = NO_MATCH;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    // A single letter within a word says nothing.
    if (word.length === 1 && starts[at] !== 1 && hasLetter(word)) continue;
    const end = at + word.length;
    const score = scoreContiguous(name, at, end) + (at === 0 ? AT_START : 0);
    if (score > best.score) best = { score, ranges: [[at, end]] };
    if (score >= SCORES.whole) break;
  }
  return best.score > 0 ? best : matchScattered(name, word);
}

function scoreContiguous({ text, starts }: FoldedName, at: number, end: number): number {
  if (starts[at] !== 1) return SCORES.inside;
  const isWhole = end === text.length || starts[end] === 1 || !hasLetter(text.charAt(end));
  return isWhole ? SCORES.whole : SCORES.prefix;
}

/** Matches letters in order. Each follows the previous one where possible, else begins a word where possible. */
function matchScattered({ text, starts }: FoldedName, word: string): WordMatch {
  if (word.length < 2 || !isSubsequence(text, 0, word, 0)) return NO_MATCH;
  const ranges: Range[] = [];
  let orderly = 0;
  let next = 0;
  for (let index = 0; index < word.length; index += 1) {
    const at = chooseOffset(text, starts, word, index, next);
    if (index === 0 && starts[at] !== 1) return NO_MATCH;
    if (starts[at] === 1 || (index > 0 && at === next)) orderly += 1;
    ranges.push([at, at + 1]);
    next = at + 1;
  }
  const share = orderly / word.length;
  if (ranges.every(([at]) => starts[at] === 1)) return { score: SCORES.initials, ranges };
  const span = next - (ranges[0] as Range)[0];
  if (share < MIN_ORDERLY || span > MAX_SPREAD * word.length) return NO_MATCH;
  return { score: SCORES.scattered * share * Math.sqrt(word.length / span), ranges };
}

/** Returns the offset of a letter of the word, from which the remaining letters still occur. */
function chooseOffset(text: string, starts: Uint8Array, word: string, index: number, from: number): number {
  const letter = word.charAt(index);
  if (index > 0 && text.charAt(from) === letter) return from;
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1))
    if (starts[at] === 1 && isSubsequence(text, at + 1, word, index + 1)) return at;
  return text.indexOf(letter, from);
}

function isSubsequence(text: string, from: number, word: string, index: number): boolean {
  let at = from - 1;
  for (let letter = index; letter < word.length; letter += 1) {
    at = text.indexOf(word.charAt(letter), at + 1);
    if (at === -1) return false;
  }
  return true;
}
