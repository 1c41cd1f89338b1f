// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, createWords } from './words.mjs';

/** @typedef {{ title: string, body: string, tags: string[] }} Note */
/** @typedef {(index: number) => Note} Corpus the note of a number; the same every time */

const TEXTS = new URL('./texts/', import.meta.url);
const TAGS = 'home garden work work/meetings reading travel recipes ideas health money letters projects/bench'.split(
  ' ',
);
/**
 * @typedef {{ medianBytes: number, spread: number, headings: number, links: number }} Density bytes of a body are
 *   log-normal; headings: their share of the blocks; links: the share of sentences that contain one
 * @typedef {{ corpus?: string | undefined, density: string }} CorpusChoice corpus: a folder of Markdown files;
 *   density: the name of one in `densities`, for generated notes
 */

/**
 * Contents of generated notes by the name of their density. A dense note has on average 3.3 KB, nine links and seven
 * headings, the others 1.8 KB, five links and one heading.
 * @satisfies {Record<string, Density>}
 */
const densities = {
  usual: { medianBytes: 1_100, spread: 0.9, headings: 0.16, links: 0.21 },
  dense: { medianBytes: 2_010, spread: 0.9, headings: 0.37, links: 0.24 },
};
const MAX_SIZE_BYTES = 60_000;
/** Number of initial notes that link to one another; all others link to earlier notes. */
const FIRST_NOTES = 10;

/** Options of `parseArgs` that choose a corpus. */
export const corpusOptions = /** @type {const} */ ({
  corpus: { type: 'string' },
  density: { type: 'string', default: 'usual' },
});

/** Arguments that choose the same corpus in another script. */
export const toCorpusArguments = (/** @type {CorpusChoice} */ { corpus, density }) => [
  ...(corpus === undefined ? [] : ['--corpus', corpus]),
  '--density',
  density,
];

/**
 * Returns the Markdown files of a folder, or notes generated from the texts beside this file.
 * @param {Partial<CorpusChoice>} [choice]
 */
export function openCorpus({ corpus, density = 'usual' } = {}) {
  if (corpus !== undefined) return readFolderCorpus(corpus);
  const chosen = Object.entries(densities).find(([name]) => name === density);
  if (chosen === undefined) throw new Error(`--density: ${density} is none of ${Object.keys(densities).join(', ')}.`);
  return generateCorpus(chosen[1]);
}

/** Draws the words of generated notes. */
export function createCorpusWords() {
  const texts = readdirSync(TEXTS).sort();
  return createWords(texts.map((name) => readFileSync(new URL(name, TEXTS), 'utf8')));
}

/** @returns {Corpus} */
function readFolderCorpus(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  if (files.length === 0) throw new Error(`--corpus: ${folder} contains no Markdown file.`);
  const notes = files.sort().map((file) => ({ file, body: readFileSync(join(folder, file), 'utf8') }));
  return (index) => {
    const { file, body } = /** @type {typeof notes[0]} */ (notes[index % notes.length]);
    const heading = /^# (.{1,200})$/m.exec(body)?.[1] ?? file;
    return { title: heading.trim(), body, tags: pickTags(createRandom(index)) };
  };
}

/** @returns {Corpus} */
function generateCorpus(/** @type {Density} */ density) {
  const word = createCorpusWords();
  /**
   * Makes a title of three words or more. With fewer, many notes would share a title and links to them would be
   * ambiguous.
   */
  const makeTitle = (/** @type {number} */ index) => {
    const random = createRandom(index * 104_729 + 5);
    return capital(repeat(3 + Math.floor(random() * 4), () => word(random)).join(' '));
  };
  return (index) => {
    const random = createRandom(index * 7919 + 17);
    const pickLinkTarget = () => makeTitle(pickEarlier(index, random));
    const writer = new Writer(random, density, () => word(random), pickLinkTarget);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const size = Math.min(MAX_SIZE_BYTES, density.medianBytes * Math.exp(density.spread * normal));
    return { title: makeTitle(index), body: writer.body(size), tags: pickTags(random) };
  };
}

/**
 * Picks an earlier note, older ones more often, with a probability that follows the root of the age. The counts of
 * backlinks are then those of preferential attachment.
 */
function pickEarlier(/** @type {number} */ index, /** @type {() => number} */ random) {
  return Math.floor(Math.max(FIRST_NOTES, index) * random() ** 2);
}

/** Picks none to three items, the first of the list most often. */
function pickTags(/** @type {() => number} */ random) {
  const tags = new Set();
  for (let left = Math.floor(random() * 4); left > 0; left--) tags.add(TAGS[Math.floor(TAGS.length * random() ** 2)]);
  return [...tags];
}

const repeat = (/** @type {number} */ count, /** @type {() => string} */ make) => Array.from({ length: count }, make);
const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

class Writer {
  #random;
  #density;
  #word;
  #linked;

  /** Creates a writer whose `linked` function returns the title of a note to link to. */
  constructor(
    /** @type {() => number} */ random,
    /** @type {Density} */ density,
    /** @type {() => string} */ word,
    /** @type {() => string} */ linked,
  ) {
    this.#random = random;
    this.#density = density;
    this.#word = word;
    this.#linked = linked;
  }

  body(/** @type {number} */ size) {
    let text = '';
    do text += `${text === '' ? '' : '\n'}${this.#block()}\n`;
    while (text.length < size);
    return text;
  }

  #between(/** @type {number} */ low, /** @type {number} */ high) {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  #words(/** @type {number} */ low, /** @type {number} */ high) {
    return repeat(this.#between(low, high), this.#word).join(' ');
  }

  #block() {
    const choice = this.#random();
    const { headings } = this.#density;
    if (choice < headings) return `## ${capital(this.#words(2, 6))}`;
    if (choice < headings + 0.14) return this.#lines(3, 7, () => `- ${this.#item()}`);
    if (choice < headings + 0.2)
      return this.#lines(2, 6, () => `- [${this.#random() < 0.5 ? 'x' : ' '}] ${this.#words(3, 9)}`);
    if (choice < headings + 0.25)
      return `\`\`\`js\n${this.#lines(2, 8, () => `const ${this.#word()} = ${this.#word()}(1);`)}\n\`\`\``;
    if (choice < headings + 0.28) return `> ${this.#sentence()}`;
    if (choice < headings + 0.3)
      return `| ${this.#word()} | ${this.#word()} |\n| --- | --- |\n${this.#lines(2, 5, () => `| ${this.#word()} | ${this.#words(1, 3)} |`)}`;
    return repeat(this.#between(2, 6), () => this.#sentence()).join(' ');
  }

  #lines(/** @type {number} */ low, /** @type {number} */ high, /** @type {() => string} */ make) {
    return repeat(this.#between(low, high), make).join('\n');
  }

  #item() {
    return this.#random() < 0.25 ? `${this.#words(1, 4)} ${this.#link()}` : this.#words(3, 14);
  }

  #link() {
    const title = this.#linked();
    return this.#random() < 0.2 ? `[[${title}|${this.#words(1, 3)}]]` : `[[${title}]]`;
  }

  #sentence() {
    const words = this.#words(5, 18);
    const choice = this.#random();
    const { links } = this.#density;
    if (choice < 0.06) return `${capital(words)}, see [${this.#words(1, 3)}](https://example.org/${this.#word()}).`;
    if (choice < 0.06 + links) return `${capital(words)}: ${this.#link()}.`;
    if (choice < 0.1 + links) return `${capital(words)} – **${this.#words(1, 3)}**.`;
    return `${capital(words)}.`;
  }
}
