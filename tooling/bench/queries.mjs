// @ts-check
import { createRandom } from './words.mjs';

/** @typedef {{ query: string, match: string }} Query one query, in the service's language and in that of FTS5 */

const SAMPLE = 1_000;
const WORD = /[a-z]{4,}/g;
const PAIR = /\b[a-z]{4,} [a-z]{4,}\b/g;

/**
 * Chooses twenty queries over a corpus, of rare words and common ones, always the same for the same corpus; and the
 * most frequent word.
 * @param {import('./corpus.mjs').Corpus} corpus
 * @returns {{ mixed: Query[], common: Query[] }}
 */
export function chooseQueries(corpus) {
  const { bodies, counts, ranked } = countWords(corpus);
  /** Returns the word nearest below a share of the notes, or one further down. */
  const at = (/** @type {number} */ share, further = 0) => {
    const from = ranked.findIndex(([, count]) => count <= share * SAMPLE);
    return /** @type {[string, number]} */ (ranked[from + further])[0];
  };
  const mixed = [
    ...[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6].map((share) => all(at(share))),
    ...[all(at(0.35), at(0.1)), all(at(0.2), at(0.05)), all(at(0.6), at(0.02)), all(at(0.35, 1), at(0.2, 1))],
    ...[all(at(0.6), at(0.35)), all(at(0.35), at(0.2), at(0.1)), all(at(0.6), at(0.2), at(0.05))],
    ...[phrase(/** @type {string} */ (bodies[3]), counts), prefix(at(0.02, 3)), prefix(at(0.05, 5))],
    { query: `${at(0.1, 1)} OR ${at(0.02, 1)}`, match: `"${at(0.1, 1)}" OR "${at(0.02, 1)}"` },
    { query: `title:${at(0.1, 2)}`, match: `{title} : "${at(0.1, 2)}"` },
  ];
  return { mixed, common: [all(at(1))] };
}

/** Number of queries of each kind; half have one word, and every tenth also a tag or a notebook. */
const MIX = { word: 100, words: 46, phrase: 10, prefix: 14, either: 4, without: 6, tag: 12, notebook: 8 };
/** Bounds of the shares of notes that have a searched word; most words are rare. */
const SHARES = { least: 0.002, most: 0.6 };

/**
 * Chooses two hundred queries as people write them, always the same for the same corpus.
 * @param {import('./corpus.mjs').Corpus} corpus
 * @returns {string[]}
 */
export function chooseManyQueries(corpus) {
  const { bodies, ranked } = countWords(corpus);
  const random = createRandom(SAMPLE);
  const pick = (/** @type {readonly string[]} */ list) =>
    /** @type {string} */ (list[Math.floor(random() * list.length)]);
  /** Returns a word in so many notes, with an even distribution of the logarithm. */
  const word = (most = SHARES.most) => {
    const share = SHARES.least * (most / SHARES.least) ** random();
    const from = ranked.findIndex(([, count]) => count <= share * SAMPLE);
    return pick(ranked.slice(from, from + 5).map(([each]) => each));
  };
  const phrase = () => pick(/** @type {string[]} */ (bodies[Math.floor(random() * SAMPLE)]?.match(PAIR) ?? ['of the']));
  /** @type {Record<keyof typeof MIX, () => string>} */
  const kinds = {
    word: () => word(),
    words: () => `${word()} ${word()}`,
    phrase: () => `"${phrase()}"`,
    prefix: () => `${word().slice(0, 4)}*`,
    either: () => `${word(0.1)} OR ${word(0.1)}`,
    without: () => `${word()} -${word()}`,
    tag: () => `${word()} tag:${pick(['home', 'garden', 'work', 'letters', 'money'])}`,
    notebook: () => `${word()} notebook:Notes`,
  };
  const queries = Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: MIX[/** @type {keyof typeof MIX} */ (kind)] }, make),
  );
  return queries
    .map((query) => ({ query, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ query }) => query);
}

/**
 * Counts the words of the first notes; those in most notes come first.
 * @param {import('./corpus.mjs').Corpus} corpus
 */
function countWords(corpus) {
  const bodies = Array.from({ length: SAMPLE }, (_, index) => corpus(index).body.toLowerCase());
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const body of bodies)
    for (const word of new Set(body.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { bodies, counts, ranked };
}

/**
 * Chooses inputs of a link suggestion: two to six letters that first and last words of titles begin with, and a first
 * word with the beginning of the next.
 * @param {import('./corpus.mjs').Corpus} corpus
 * @returns {string[]}
 */
export function chooseSuggestions(corpus) {
  const titles = Array.from({ length: SAMPLE }, (_, index) => corpus(index).title.toLowerCase());
  const getWord = (/** @type {number} */ index, /** @type {number} */ place) => titles[index]?.match(WORD)?.at(place);
  const inTurn = [2, 3, 4, 5, 6].flatMap((letters) => [
    (getWord(letters, 0) ?? 'letter').slice(0, letters),
    (getWord(letters * 2, -1) ?? 'letter').slice(0, letters),
  ]);
  return [...inTurn, titles.flatMap((title) => /^[a-z]{4,} [a-z]{2}/.exec(title)?.[0] ?? [])[0] ?? 'the end'];
}

const all = (/** @type {string[]} */ ...words) => ({
  query: words.join(' '),
  match: words.map((word) => `"${word}"`).join(' AND '),
});

const prefix = (/** @type {string} */ word) => ({ query: `${word.slice(0, 4)}*`, match: `"${word.slice(0, 4)}" *` });

/** Returns the phrase of two words in a text whose rarer word is in the most notes. */
function phrase(/** @type {string} */ body, /** @type {Map<string, number>} */ counts) {
  const pairs = [...body.matchAll(/([a-z]{4,}) (?=([a-z]{4,}))/g)].map(([, one = '', other = '']) => ({
    words: `"${one} ${other}"`,
    count: Math.min(counts.get(one) ?? 0, counts.get(other) ?? 0),
  }));
  const words = pairs.sort((a, b) => b.count - a.count)[0]?.words ?? '"the end"';
  return { query: words, match: words };
}
