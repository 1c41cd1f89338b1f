// @ts-check
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createCorpusWords } from '../corpus.mjs';
import { createRandom } from '../words.mjs';

/** @typedef {[position: number, deleted: number, inserted: string]} Edit */

/** Single-character insertions and deletions of the public trace of the Automerge paper, which the generated one has too. */
const INSERTIONS = 182_315;
const DELETIONS = 77_463;
/** Mean number of characters typed before the writer deletes some of them, and moves on. */
const BURST = 40;
/** Part of the bursts that continue where the last one ended, and part of the others that go to the end of the text. */
const STAYS = 0.7;
const AT_END = 0.6;

/**
 * Reads a trace in the format of github.com/josephg/editing-traces (`txns` with `patches`), packed with gzip or not. Its
 * positions count code points, so a text outside of ASCII is refused.
 * @returns {Edit[]}
 */
export function readEdits(/** @type {string} */ file) {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const trace = JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString('utf8'));
  /** @type {Edit[]} */
  const edits = trace.txns.flatMap((/** @type {{ patches: Edit[] }} */ { patches }) => patches);
  if (trace.startContent !== '') edits.unshift([0, 0, trace.startContent]);
  if (!edits.every(([, , text]) => /^\p{ASCII}*$/u.test(text)))
    throw new Error(`--trace: ${file} contains text outside of ASCII.`);
  if (applyEdits('', edits) !== trace.endContent) throw new Error(`--trace: ${file} does not lead to its own end.`);
  return edits;
}

/**
 * Generates the edits of one document: bursts of typing, each followed by deletions of its last characters, mostly at
 * the same place or at the end of the text. The same every time.
 * @param {number} [share] part of the full length
 * @returns {Edit[]}
 */
export function generateEdits(share = 1) {
  const random = createRandom(97);
  const nextCharacter = createProse(random);
  /** @type {Edit[]} */
  const edits = [];
  const insertions = Math.round(INSERTIONS * share);
  let [length, cursor, inserted] = [0, 0, 0];
  while (inserted < insertions) {
    if (random() > STAYS) cursor = random() < AT_END ? length : Math.floor(random() * (length + 1));
    const typed = Math.min(insertions - inserted, 1 + Math.floor(random() * 2 * BURST));
    for (let n = 0; n < typed; n++) edits.push([cursor++, 0, nextCharacter()]);
    const deleted = Math.min(typed, Math.round(typed * 2 * random() * (DELETIONS / INSERTIONS)));
    for (let n = 0; n < deleted; n++) edits.push([--cursor, 1, '']);
    inserted += typed;
    length += typed - deleted;
  }
  return edits;
}

/** Draws prose character by character, in sentences and paragraphs. */
function createProse(/** @type {() => number} */ random) {
  const word = createCorpusWords();
  let pending = '';
  return () => {
    if (pending === '') {
      const end = random();
      pending = `${word(random)}${end < 0.02 ? '.\n\n' : end < 0.1 ? '. ' : ' '}`;
    }
    const character = pending.charAt(0);
    pending = pending.slice(1);
    return character;
  };
}

export function applyEdits(/** @type {string} */ text, /** @type {readonly Edit[]} */ edits) {
  let result = text;
  for (const [position, deleted, inserted] of edits)
    result = result.slice(0, position) + inserted + result.slice(position + deleted);
  return result;
}
