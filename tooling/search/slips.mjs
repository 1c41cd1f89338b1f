// @ts-check
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';

/** @type {{ tokenize: (text: string) => { term: string }[] }} */
const { tokenize } = await importFrom('packages/storage', '@notes/query-language');

/**
 * @typedef {import('./judged-set.mjs').Note & { language: string }} Note
 * @typedef {import('./judged-set.mjs').Query} Query
 * @typedef {() => number} Random
 * @typedef {{ words: readonly string[], runs: readonly string[], katakana: readonly string[], foreign: readonly string[] }}
 *   Subject words, runs of characters without spaces and words in katakana that no other note has, and characters of the
 *   runs in its language that the note does not have
 */

const SEED = 20_261_128;
/** Keys beside each letter, from which a slip of the finger comes. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзх', 'фывапролджэ', 'ячсмитьбю'];
const WORD = /^(?:[a-zäöüß]+|[а-яё]+)$/;
const LETTERS_FOR_TWO = 8;
const LETTERS_FOR_ONE = 5;
const COMPOUND_LETTERS = 11;
const RUN = /\p{Script=Han}{4,7}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{5,8}/gu;
const KATAKANA_WORD = /(?<![\p{Script=Katakana}ー])[\p{Script=Katakana}ー]{4,12}(?![\p{Script=Katakana}ー])/gu;

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
  'Katakana, one character wrong': { language: 'japanese', write: replaceKatakana },
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
  const texts = notes.map(({ title, body }) => `${title}\n${body}`);
  const words = texts.map((text) => [
    ...new Set(tokenize(text).flatMap(({ term }) => (WORD.test(term) ? [term] : []))),
  ]);
  const runs = texts.map((text) => [...new Set(text.match(RUN))]);
  const katakana = texts.map((text) => [...new Set(text.match(KATAKANA_WORD))]);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const each of words.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const isOwn = (/** @type {string} */ run) => texts.filter((text) => text.includes(run)).length === 1;
  return notes.map(({ language }, index) => ({
    words: (words[index] ?? []).filter((word) => counts.get(word) === 1),
    runs: (runs[index] ?? []).filter(isOwn),
    katakana: (katakana[index] ?? []).filter(isOwn),
    foreign: listCharacters(runs.filter((_, other) => notes[other]?.language === language).flat()).filter(
      (character) => !texts[index]?.includes(character),
    ),
  }));
}

const listCharacters = (/** @type {readonly string[]} */ runs) => [...new Set(runs.join(''))];

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

/** Replaces one character of a run by one that the note does not have. */
function replaceCharacter(/** @type {Subject} */ { runs: [run], foreign }, /** @type {Random} */ random) {
  return run === undefined ? null : replaceOne(run, foreign, random);
}

/** Replaces one character of a word in katakana by another of katakana that the note does not have. */
function replaceKatakana(/** @type {Subject} */ { katakana: [word], foreign }, /** @type {Random} */ random) {
  const others = foreign.filter((character) => /\p{Script=Katakana}/u.test(character));
  return word === undefined ? null : replaceOne(word, others, random);
}

function replaceOne(/** @type {string} */ run, /** @type {readonly string[]} */ others, /** @type {Random} */ random) {
  const at = Math.floor(random() * run.length);
  const wrong = others[Math.floor(random() * others.length)];
  return wrong === undefined ? null : run.slice(0, at) + wrong + run.slice(at + 1);
}
