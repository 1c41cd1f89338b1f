// @ts-check
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';

/** @type {{ tokenize: (text: string) => { term: string }[] }} */
const { tokenize } = await importFrom('packages/storage', '@notes/query-language');

/**
 * @typedef {import('./judged-set.mjs').Note & { language: string }} Note
 * @typedef {import('./judged-set.mjs').Query} Query
 * @typedef {() => number} Random
 * @typedef {{ words: readonly string[], runs: readonly string[] }} Subject words that no other note has, and runs of
 *   characters without spaces that no other note has
 */

const SEED = 20_261_128;
/** Keys beside each letter, from which a slip of the finger comes. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзх', 'фывапролджэ', 'ячсмитьбю'];
const WORD = /^(?:[a-zäöüß]+|[а-яё]+)$/;
const LETTERS_FOR_TWO = 8;
const LETTERS_FOR_ONE = 5;
const COMPOUND_LETTERS = 11;
const RUN = /\p{Script=Han}{4,7}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{5,8}/gu;

/**
 * Spellings that people confuse who write a word as they hear it: consonants, doubled letters, and vowels without
 * stress.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const BY_EAR = [
  [/ph/, 'f'],
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/tion/, 'shun'],
  [/ough/, 'o'],
  [/c(?=[eiy])/, 's'],
  [/c(?=[aou])/, 'k'],
  [/ck/, 'k'],
  [/qu/, 'kw'],
  [/x/, 'ks'],
  [/([bdfglmnprst])\1/, '$1'],
  [/ie/, 'ei'],
  [/ei/, 'ie'],
  [/ea/, 'ee'],
  [/y$/, 'ie'],
  [/y/, 'i'],
  [/(?<=.)e(?=[lnr]$)/, 'a'],
  [/(?<=.)a(?=[lnr])/, 'e'],
  [/(?<=..)i(?=.{2})/, 'e'],
  [/(?<=..)o(?=.{2})/, 'a'],
];

/** @type {Record<string, { language: string, write: (subject: Subject, random: Random) => string | null }>} */
const GROUPS = {
  'two slips in one word': {
    language: 'english',
    write: ({ words }, random) => {
      const [long] = words.filter((word) => word.length >= LETTERS_FOR_TWO);
      const other = words.find((word) => word !== long);
      return long === undefined || other === undefined ? null : `${makeTwoSlips(long, random)} ${other}`;
    },
  },
  'two slips in the only word': {
    language: 'english',
    write: ({ words }, random) => {
      const [long] = words.filter((word) => word.length >= LETTERS_FOR_TWO);
      return long === undefined ? null : makeTwoSlips(long, random);
    },
  },
  'slip in the first letter of two words': {
    language: 'english',
    write: ({ words }, random) => {
      const [first, second] = words.filter((word) => word.length >= LETTERS_FOR_ONE);
      return first === undefined || second === undefined
        ? null
        : `${replaceFirst(first, random)} ${replaceFirst(second, random)}`;
    },
  },
  'slip in every word': {
    language: 'english',
    write: ({ words }, random) => {
      const chosen = words.filter((word) => word.length >= LETTERS_FOR_ONE).slice(0, 3);
      return chosen.length < 3 ? null : chosen.map((word) => makeSlip(word, random)).join(' ');
    },
  },
  'written by ear': {
    language: 'english',
    write: ({ words }) => {
      const heard = words.filter((word) => word.length >= LETTERS_FOR_ONE).map(writeByEar);
      const [first, second] = heard.filter((word) => word !== null);
      return first === undefined || second === undefined ? null : `${first} ${second}`;
    },
  },
  'German compound with two slips': {
    language: 'german',
    write: ({ words }, random) => {
      const [compound] = words.filter((word) => word.length >= COMPOUND_LETTERS);
      return compound === undefined ? null : makeTwoSlips(compound, random);
    },
  },
  'Russian, slip in every word': {
    language: 'russian',
    write: ({ words }, random) => {
      const [first, second] = words.filter((word) => word.length >= LETTERS_FOR_ONE);
      return first === undefined || second === undefined
        ? null
        : `${makeSlip(first, random)} ${makeSlip(second, random)}`;
    },
  },
  'Chinese, one character wrong': { language: 'chinese', write: replaceCharacter },
  'Japanese, one character wrong': { language: 'japanese', write: replaceCharacter },
};

/**
 * Derives queries with slips that are harder than those of the judged queries: several in one word, at its beginning, in
 * every word, and other spellings of the same sound. The same notes give the same queries.
 * @param {readonly Note[]} notes
 * @param {number} count maximum number of queries in a group
 * @returns {Query[]}
 */
export function deriveSlips(notes, count) {
  const random = createRandom(SEED);
  const subjects = describeNotes(notes);
  return Object.entries(GROUPS).flatMap(([group, { language, write }]) => {
    /** @type {Query[]} */
    const queries = [];
    for (const [index, { title, language: own }] of notes.entries()) {
      const text = own === language ? write(/** @type {Subject} */ (subjects[index]), random) : null;
      if (text !== null && queries.length < count) queries.push({ group, text, titles: [title] });
    }
    return queries;
  });
}

/** @returns {Subject[]} */
function describeNotes(/** @type {readonly Note[]} */ notes) {
  const words = notes.map(({ title, body }) => [
    ...new Set(tokenize(`${title}\n${body}`).flatMap(({ term }) => (WORD.test(term) ? [term] : []))),
  ]);
  const runs = notes.map(({ title, body }) => [...new Set(`${title}\n${body}`.match(RUN))]);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const each of words.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const texts = notes.map(({ title, body }) => `${title}\n${body}`);
  return notes.map((_, index) => ({
    words: (words[index] ?? []).filter((word) => counts.get(word) === 1),
    runs: (runs[index] ?? []).filter((run) => texts.filter((text) => text.includes(run)).length === 1),
  }));
}

/** Makes a slip of the finger in a word, not in its first letter. */
function makeSlip(/** @type {string} */ word, /** @type {Random} */ random) {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const near = pickNear(/** @type {string} */ (word[at]), random);
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + near + word.slice(at),
    word.slice(0, at) + near + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ];
  return /** @type {string} */ (slips[Math.floor(random() * slips.length)]);
}

/** Makes two slips of the finger, of which the second does not undo the first. */
function makeTwoSlips(/** @type {string} */ word, /** @type {Random} */ random) {
  let slipped = word;
  while (slipped === word) slipped = makeSlip(makeSlip(word, random), random);
  return slipped;
}

const replaceFirst = (/** @type {string} */ word, /** @type {Random} */ random) =>
  pickNear(/** @type {string} */ (word[0]), random) + word.slice(1);

/** Returns a letter beside another on the keyboard. */
function pickNear(/** @type {string} */ letter, /** @type {Random} */ random) {
  const row = ROWS.find((each) => each.includes(letter)) ?? /** @type {string} */ (ROWS[0]);
  const at = row.indexOf(letter);
  const near = [row[at - 1], row[at + 1]].filter((each) => each !== undefined);
  return /** @type {string} */ (near[Math.floor(random() * near.length)]);
}

/** Writes a word as it sounds, by the first two rules that change it; null when only one does. */
function writeByEar(/** @type {string} */ word) {
  let written = word;
  let changes = 0;
  for (const [spelling, letters] of BY_EAR) {
    const next = written.replace(spelling, letters);
    if (next !== written) changes += 1;
    written = next;
    if (changes === 2) return written;
  }
  return null;
}

/** Replaces one character of a run by another of the same note. */
function replaceCharacter(/** @type {Subject} */ { runs }, /** @type {Random} */ random) {
  const [run] = runs;
  const other = runs.at(-1);
  if (run === undefined || other === undefined || run === other) return null;
  const at = Math.floor(random() * run.length);
  const wrong = /** @type {string} */ (other[Math.floor(random() * other.length)]);
  return wrong === run[at] ? null : run.slice(0, at) + wrong + run.slice(at + 1);
}
