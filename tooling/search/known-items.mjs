// @ts-check
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';

/** @type {{ tokenize: (text: string) => { term: string, start: number, end: number }[] }} */
const { tokenize } = await importFrom('packages/storage', '@notes/query-language');

/**
 * @typedef {{ id: string, title: string, body: string }} StoredNote
 * @typedef {{ group: string, text: string, ids: readonly string[] }} KnownItem query that looks for one note
 * @typedef {() => number} Random
 * @typedef {{ inTurn: string[], pairs: [string, string][], words: string[], rare: string[],
 *   titleWords: string[] }} Subject words of a note: as they follow each other, those beside each other, each once with
 *   the rarest first, the rarest, and those of a title that no other note has
 */

const SEED = 20_261_124;
const WORD = /^[a-z]{4,14}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Number of rare words in a query. */
const RARE_WORDS = 3;
/** Minimum number of different words of a note that is looked for by rare ones. */
const MIN_WORDS = 6;
/** Minimum number of letters of each half of a compound. */
const MIN_HALF = 4;
/** Shares of the notes that have a common word. */
const COMMON = { least: 0.02, most: 0.3 };

/**
 * Derives queries for some of the notes, in each of several groups; the same notes give the same queries.
 * @param {readonly StoredNote[]} notes
 * @param {number} count maximum number of queries in a group
 * @returns {KnownItem[]}
 */
export function deriveKnownItems(notes, count) {
  const random = createRandom(SEED);
  const sorted = [...notes].sort((a, b) => compare(a.title, b.title) || compare(a.body, b.body));
  const library = describeLibrary(sorted);
  const order = shuffle(sorted, random);
  return Object.entries(GROUPS).flatMap(([group, write]) => {
    const found = [];
    for (const note of order) {
      const text = write(library.getSubject(note), random, library);
      if (text !== null) found.push({ group, text, ids: [note.id] });
      if (found.length === count) break;
    }
    return found;
  });
}

const compare = (/** @type {string} */ a, /** @type {string} */ b) => Number(a > b) - Number(a < b);

/** @typedef {ReturnType<typeof describeLibrary>} Library */

/** Counts the words and titles of a library. */
function describeLibrary(/** @type {readonly StoredNote[]} */ notes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, number>} */
  const titles = new Map();
  for (const { title, body } of notes) {
    titles.set(title, (titles.get(title) ?? 0) + 1);
    for (const word of new Set(listWords(body))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const getCount = (/** @type {string} */ word) => counts.get(word) ?? 0;
  const getSubject = (/** @type {StoredNote} */ { title, body }) => {
    const inTurn = listWords(body);
    const words = [...new Set(inTurn)].sort((a, b) => getCount(a) - getCount(b));
    const titleWords = titles.get(title) === 1 ? title.split(/[^\p{L}\p{N}]+/u).filter(Boolean) : [];
    const pairs = listPairs(body);
    return { inTurn, pairs, words, rare: words.length < MIN_WORDS ? [] : words.slice(0, RARE_WORDS), titleWords };
  };
  return { size: notes.length, getCount, getSubject };
}

const listWords = (/** @type {string} */ text) => tokenize(text).flatMap(({ term }) => (WORD.test(term) ? [term] : []));

/** Returns the words of a text that have only a space between them. */
function listPairs(/** @type {string} */ text) {
  const tokens = tokenize(text);
  return tokens.flatMap(({ term, start }, index) => {
    const before = tokens[index - 1];
    const isPair = before?.end === start - 1 && text[start - 1] === ' ' && WORD.test(term) && WORD.test(before.term);
    return isPair ? [/** @type {[string, string]} */ ([before.term, term])] : [];
  });
}

/** @type {Record<string, (subject: Subject, random: Random, library: Library) => string | null>} */
const GROUPS = {
  'rare words': ({ rare }) => join(rare),
  'letter left out': withTypo((word, at) => word.slice(0, at) + word.slice(at + 1)),
  'letter added': withTypo((word, at, letter) => word.slice(0, at) + letter + word.slice(at)),
  'letter replaced': withTypo((word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1)),
  'letters exchanged': withTypo((word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)),
  'first letter wrong': ({ rare: [first, ...others] }, random) =>
    first === undefined ? null : join([pick(LETTERS, random) + first.slice(1), ...others]),
  'two typos': ({ rare: [first, second, ...others] }, random) =>
    first === undefined || second === undefined
      ? null
      : join([leaveLetterOut(first, random), leaveLetterOut(second, random), ...others]),
  'compound split': ({ words, rare }, _, { getCount }) => {
    const halves = words.flatMap((word) => splitCompound(word, getCount)).at(0);
    return halves === undefined ? null : join([...halves, ...rare.slice(0, 1)]);
  },
  'words joined': ({ pairs, rare }, random, { getCount, size }) => {
    const useful = pairs.filter((pair) => pair.every((word) => getCount(word) < COMMON.least * size));
    const [pair] = shuffle(useful, random);
    const other = rare.find((word) => !pair?.includes(word));
    return pair === undefined || other === undefined ? null : `${pair.join('')} ${other}`;
  },
  'common words': ({ inTurn, words }, _, { getCount, size }) => {
    const times = (/** @type {string} */ word) => inTurn.filter((each) => each === word).length;
    const common = words.filter((word) => getCount(word) > COMMON.least * size && getCount(word) < COMMON.most * size);
    const topical = common.sort((a, b) => times(b) - times(a)).slice(0, 2);
    return topical.length < 2 ? null : join(topical);
  },
  'title words': ({ titleWords }) => (titleWords.length > 1 ? join(titleWords) : null),
  'title in another order': ({ titleWords }, random) =>
    titleWords.length > 1 ? join(shuffle(titleWords, random)) : null,
  'title beginning': ({ titleWords: [first, second] }) =>
    second === undefined ? null : `${first} ${second.slice(0, Math.ceil(second.length / 2))}`,
};

/**
 * Makes a group of rare words, one of which has a typo.
 * @param {(word: string, at: number, letter: string) => string} misspell
 * @returns {(subject: Subject, random: Random) => string | null}
 */
function withTypo(misspell) {
  return ({ rare }, random) => {
    const [word, ...others] = shuffle(rare, random);
    if (word === undefined) return null;
    return join([misspell(word, Math.floor(random() * (word.length - 1)), pick(LETTERS, random)), ...others]);
  };
}

function leaveLetterOut(/** @type {string} */ word, /** @type {Random} */ random) {
  const at = Math.floor(random() * word.length);
  return word.slice(0, at) + word.slice(at + 1);
}

/** @returns {[string, string][]} the halves of a word that are words of the library themselves */
function splitCompound(/** @type {string} */ word, /** @type {Library['getCount']} */ getCount) {
  const places = Array.from({ length: Math.max(0, word.length - 2 * MIN_HALF + 1) }, (_, index) => MIN_HALF + index);
  return places
    .map((at) => /** @type {[string, string]} */ ([word.slice(0, at), word.slice(at)]))
    .filter((halves) => halves.every((half) => getCount(half) > 1));
}

const join = (/** @type {readonly string[]} */ words) => (words.length === 0 ? null : words.join(' '));
const pick = (/** @type {string} */ letters, /** @type {Random} */ random) =>
  /** @type {string} */ (letters[Math.floor(random() * letters.length)]);

/**
 * Returns the items in a random order.
 * @template Item
 * @param {readonly Item[]} items
 * @param {Random} random
 */
function shuffle(items, random) {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [/** @type {Item} */ (shuffled[other]), /** @type {Item} */ (shuffled[at])];
  }
  return shuffled;
}
