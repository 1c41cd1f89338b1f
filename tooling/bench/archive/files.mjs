// @ts-check
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCorpus } from '../corpus.mjs';
import { createRandom } from '../words.mjs';

const MB = 1024 * 1024;
const FOLDERS = 40;
/** Sizes of attachments: log-normal, with a median of 120 KB and some of many megabytes. */
const MEDIAN_SIZE = 120_000;
const SPREAD = 1.3;
const MAX_SIZE_BYTES = 40 * MB;

/** @typedef {{ folder: string, notes: number, path: (n: number) => string }} Files */

/**
 * Writes notes as Markdown files, some with an incompressible attachment.
 * @param {{ folder: string, notes: number, megabytes: number, corpus: import('../corpus.mjs').CorpusChoice }} asked
 * @returns {Files}
 */
export function makeFiles({ folder, notes, megabytes, corpus }) {
  const noteOf = openCorpus(corpus);
  const sizes = attachmentSizes(megabytes * MB);
  const path = (/** @type {number} */ n) => join(folder, `f${n % FOLDERS}`, `note ${n}.md`);
  for (let n = 0; n < FOLDERS; n += 1) mkdirSync(join(folder, `f${n}`), { recursive: true });
  for (let n = 0; n < notes; n += 1) {
    const { title, body } = noteOf(n);
    const size = sizes[n];
    const image = size === undefined ? '' : `\n![](attachment-${n}.bin)\n`;
    writeFileSync(path(n), `# ${title} ${n}\n\n${body}${image}`);
    if (size !== undefined) writeFileSync(join(folder, `f${n % FOLDERS}`, `attachment-${n}.bin`), makeNoise(n, size));
  }
  return { folder, notes, path };
}

/** Adds a line to one note in a hundred. */
export function changeSome(/** @type {Files} */ { notes, path }) {
  for (let n = 0; n < notes; n += 100) appendFileSync(path(n), '\nOne more line.\n');
}

function attachmentSizes(/** @type {number} */ total) {
  const sizes = [];
  const random = createRandom(11);
  for (let sum = 0; sum < total; ) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const size = Math.min(MAX_SIZE_BYTES, total - sum, Math.ceil(MEDIAN_SIZE * Math.exp(SPREAD * normal)));
    sizes.push(size);
    sum += size;
  }
  return sizes;
}

/** Generates pseudo-random bytes that are the same in every run. */
function makeNoise(/** @type {number} */ seed, /** @type {number} */ size) {
  return createHash('shake256', { outputLength: size }).update(`attachment ${seed}`).digest();
}
