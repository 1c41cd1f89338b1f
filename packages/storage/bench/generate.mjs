// @ts-check
/**
 * Generator of notes for benchmarks: the same seed gives the same notes, and word frequencies are as uneven as in real
 * text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {() => number} Random Returns a number from 0 up to, excluding, 1 */
/** @typedef {{ title: string, body: string, tags: string[], links: string[], notebook: number, at: number }} Note */

/**
 * Returns a mulberry32 generator.
 *
 * @returns {Random}
 */
export function random(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu'.split(
    ' ',
  );

/** Returns the word of a rank: any number of different words, short ones first. */
export function word(/** @type {number} */ rank) {
  let text = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length];
  return text;
}

/** Returns a rank below `size` by Zipf's law with exponent 1: the n-th word occurs 1/n as often as the first. */
export const zipf = (/** @type {Random} */ next, /** @type {number} */ size) => Math.floor(size ** next()) - 1;

/** Returns the lines of every Markdown file below a folder. */
export function readLines(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort();
  return files
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '');
}

const VOCABULARY = 200_000;
const TAGS = 400;
export const NOTEBOOKS = 60;
/** Number of previous notes among which link targets are chosen. */
const MAX_LINK_CANDIDATES = 5_000;
const FIRST = Date.UTC(2018, 0, 1);
const SPAN = Date.UTC(2026, 0, 1) - FIRST;

/**
 * Generates notes of 1.6 KB on average (a few are 20 times as long) from the lines of a corpus and sentences of
 * invented words, with four links to other notes at the end.
 *
 * @param {{ count: number, seed?: number, lines?: readonly string[] }} options
 * @returns {Generator<Note>}
 */
export function* notes({ count, seed = 1, lines = [] }) {
  const next = random(seed);
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  const sentence = () => {
    const words = Array.from({ length: 6 + below(14) }, () => word(zipf(next, VOCABULARY))).join(' ');
    return `${words[0]?.toUpperCase()}${words.slice(1)}.`;
  };
  const line = () =>
    lines.length > 0 && next() < 0.7 ? /** @type {string} */ (lines[below(lines.length)]) : sentence();
  /** @type {string[]} */
  const known = [];
  for (let i = 0; i < count; i++) {
    const size = 300 + below(2_000) + (next() < 0.02 ? below(30_000) : 0);
    let body = `# ${sentence()}\n`;
    while (body.length < size) body += next() < 0.3 ? `\n${line()}\n` : `${line()}\n`;
    const title = Array.from({ length: 2 + below(5) }, () => word(zipf(next, VOCABULARY / 10))).join(' ');
    const tags = new Set(Array.from({ length: below(4) }, () => tagName(zipf(next, TAGS))));
    const links = Array.from({ length: below(9) }, () => known[below(known.length)] ?? 'Nowhere');
    known[i % MAX_LINK_CANDIDATES] = title;
    yield {
      title,
      body: body + links.map((name) => `[[${name}]]\n`).join(''),
      tags: [...tags],
      links,
      notebook: zipf(next, NOTEBOOKS),
      at: FIRST + Math.floor((SPAN * (i + next())) / count),
    };
  }
}

/** Returns the name of a tag; one in four is below another tag. */
export const tagName = (/** @type {number} */ rank) =>
  rank % 4 === 3 ? `${word(rank - 1)}/${word(rank)}` : word(rank);
