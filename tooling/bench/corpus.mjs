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
 * @typedef {{ median: number, headings: number, links: number }} Density median: bytes of a body; headings: share of
 *   blocks; links: share of sentences that end with a link
 */
/** @type {Density} Notes of 1.8 KB on average, with five links and one heading. */
const PLAIN = { median: 1_100, headings: 0.16, links: 0.21 };
/** @type {Density} Notes of 3.3 KB on average, with nine links and seven headings. */
const DENSE = { median: 2_050, headings: 0.36, links: 0.25 };
/** Value of `--corpus` for generated notes that are longer and have more links. */
const DENSE_CORPUS = 'dense';
/** Spread of the sizes of bodies, which are distributed log-normally. */
const SPREAD = 0.9;
const MAX_SIZE_BYTES = 60_000;
/** Number of initial notes that link to one another; all others link to earlier notes. */
const FIRST_NOTES = 10;

/** Returns the Markdown files of a folder, or notes generated from the texts beside this file: plain or dense ones. */
export function openCorpus(/** @type {string | undefined} */ folder) {
  if (folder === undefined) return generateCorpus(PLAIN);
  return folder === DENSE_CORPUS ? generateCorpus(DENSE) : readFolderCorpus(folder);
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
  const texts = readdirSync(TEXTS).sort();
  const word = createWords(texts.map((name) => readFileSync(new URL(name, TEXTS), 'utf8')));
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
    const writer = new Writer(random, () => word(random), pickLinkTarget, density);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const size = Math.min(MAX_SIZE_BYTES, density.median * Math.exp(SPREAD * normal));
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
  #word;
  #linked;
  #density;

  /** Creates a writer whose `linked` function returns the title of a note to link to. */
  constructor(
    /** @type {() => number} */ random,
    /** @type {() => string} */ word,
    /** @type {() => string} */ linked,
    /** @type {Density} */ density,
  ) {
    this.#random = random;
    this.#word = word;
    this.#linked = linked;
    this.#density = density;
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
    if (choice < 0.16 || choice >= 1.16 - this.#density.headings) return `## ${capital(this.#words(2, 6))}`;
    if (choice < 0.3) return this.#lines(3, 7, () => `- ${this.#item()}`);
    if (choice < 0.36) return this.#lines(2, 6, () => `- [${this.#random() < 0.5 ? 'x' : ' '}] ${this.#words(3, 9)}`);
    if (choice < 0.41)
      return `\`\`\`js\n${this.#lines(2, 8, () => `const ${this.#word()} = ${this.#word()}(1);`)}\n\`\`\``;
    if (choice < 0.44) return `> ${this.#sentence()}`;
    if (choice < 0.46)
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
    if (choice < 0.06) return `${capital(words)}, see [${this.#words(1, 3)}](https://example.org/${this.#word()}).`;
    if (choice < 0.06 + this.#density.links) return `${capital(words)}: ${this.#link()}.`;
    if (choice < 0.1 + this.#density.links) return `${capital(words)} – **${this.#words(1, 3)}**.`;
    return `${capital(words)}.`;
  }
}
