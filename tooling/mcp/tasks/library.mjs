// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { createRandom } from '../../bench/words.mjs';
import { plantNotes } from './planted.mjs';

/** @typedef {{ title: string, notebook: string, tags: string[], body: string }} Note a note; `notebook` is a path of names */

const TEXTS = new URL('../../bench/texts/', import.meta.url);
const SUBJECTS = [
  'Orchard',
  'Kitchen',
  'Workshop',
  'Cellar',
  'Bicycle',
  'Allotment',
  'Roof',
  'Library club',
  'Choir',
  'Savings',
  'Insurance',
  'Piano',
  'Hill walks',
  'Boat',
  'Neighbours',
  'School',
  'Camera',
  'Bread',
  'Compost',
  'Archive room',
];
const ASPECTS = [
  'plan',
  'costs',
  'history',
  'questions',
  'checklist',
  'ideas',
  'repairs',
  'people',
  'calendar',
  'lessons',
  'measurements',
  'sources',
  'decisions',
  'mistakes',
  'next steps',
  'summary',
];
const NOTEBOOKS = ['Notes', 'Garden', 'Projects/House', 'Journal', 'Reading', 'Archive'];
const TAGS = ['home', 'garden', 'money', 'people', 'reading', 'work/meetings', 'health', 'travel'];
const MEDIAN_BLOCKS = 7;
const SPREAD = 0.7;
/** Share of the notes with a list of tasks. */
const TASK_SHARE = 0.12;

/**
 * Makes the notes that every server gets: some hundred of everyday notes, whose sentences are those of the texts of the
 * bench, and the notes that the tasks are about. The same notes every time.
 * @returns {Note[]}
 */
export function makeNotes() {
  const sentences = readSentences();
  const titles = SUBJECTS.flatMap((subject) => ASPECTS.map((aspect) => `${subject} ${aspect}`));
  const writer = new Writer(createRandom(20_261_123), sentences, titles);
  return [...titles.map((title) => writer.note(title)), ...plantNotes(writer)];
}

function readSentences() {
  const texts = readdirSync(TEXTS)
    .sort()
    .map((name) => readFileSync(new URL(name, TEXTS), 'utf8'));
  return texts.flatMap((text) => text.match(/(?<=^|\s)[A-Z][^#|`[\]*>\n]{30,160}?[.?](?=\s|$)/g) ?? []);
}

/** Writes texts from given sentences. */
export class Writer {
  #random;
  #sentences;
  #titles;

  constructor(
    /** @type {() => number} */ random,
    /** @type {readonly string[]} */ sentences,
    /** @type {readonly string[]} */ titles,
  ) {
    this.#random = random;
    this.#sentences = sentences;
    this.#titles = titles;
  }

  /** @returns {Note} */
  note(/** @type {string} */ title) {
    const normal = Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
    const blocks = Math.max(1, Math.round(MEDIAN_BLOCKS * Math.exp(SPREAD * normal)));
    const body = Array.from({ length: Math.min(blocks, 60) }, () => this.block()).join('\n\n');
    const tasks = this.#random() < TASK_SHARE ? `\n\n- [x] ${this.sentence()}\n- [ ] ${this.sentence()}` : '';
    const tags = TAGS.filter(() => this.#random() < 0.15);
    return { title, notebook: this.#pick(NOTEBOOKS), tags, body: `${body}${tasks}\n` };
  }

  /** A heading, a list or a paragraph. */
  block() {
    const choice = this.#random();
    if (choice < 0.2) return `## ${this.#words(2 + Math.floor(this.#random() * 3))}`;
    if (choice < 0.4) return Array.from({ length: 3 }, () => `- ${this.sentence()}`).join('\n');
    if (choice < 0.55) return `${this.sentence()} See [[${this.#pick(this.#titles)}]].`;
    return this.paragraph(2 + Math.floor(this.#random() * 4));
  }

  paragraph(/** @type {number} */ sentences) {
    return Array.from({ length: sentences }, () => this.sentence()).join(' ');
  }

  sentence() {
    return this.#pick(this.#sentences);
  }

  #words(/** @type {number} */ count) {
    return this.sentence()
      .replace(/[.?,;:]/g, '')
      .split(' ')
      .slice(0, count)
      .join(' ');
  }

  /** @template T */
  #pick(/** @type {readonly T[]} */ list) {
    return /** @type {T} */ (list[Math.floor(this.#random() * list.length)]);
  }
}
