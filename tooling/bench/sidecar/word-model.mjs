// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../packages.mjs';
import { createRandom } from '../words.mjs';

const DIMENSIONS = 256;
/** Number of notes whose words the model knows. */
const SAMPLE = 2_000;
const TOPICS = 64;
/** Share of the topic in the vector of a word. */
const TOPIC_SHARE = 0.5;
const WORD = /\p{L}{2,}/gu;

/**
 * Makes a static model of the size of real ones: a vector with 256 numbers for each word of a corpus. Words of one topic
 * have similar vectors, and frequent words have little weight.
 * @param {string} folder
 * @param {import('../corpus.mjs').Corpus} corpus
 */
export async function makeWordModel(folder, corpus) {
  const { encodeTensors } = await importFrom('apps/search-sidecar', '@notes/embeddings/testing');
  const words = ['[UNK]', ...countWords(corpus).keys()];
  const counts = countWords(corpus);
  const random = createRandom(1);
  const draw = () => Float32Array.from({ length: DIMENSIONS }, () => drawNormal(random));
  const topics = Array.from({ length: TOPICS }, draw);
  const table = new Float32Array(words.length * DIMENSIONS);
  for (const index of words.keys()) {
    const topic = /** @type {Float32Array} */ (topics[Math.floor(random() * TOPICS)]);
    table.set(
      draw().map((value, at) => value + TOPIC_SHARE * /** @type {number} */ (topic[at])),
      index * DIMENSIONS,
    );
  }
  const weights = Float32Array.from(words, (word) => 1 / (1 + (counts.get(word) ?? SAMPLE) / 20));
  const toBytes = (/** @type {Float32Array} */ values) => new Uint8Array(values.buffer);
  mkdirSync(folder, { recursive: true });
  const tensors = {
    embeddings: { dtype: 'F32', shape: [words.length, DIMENSIONS], bytes: toBytes(table) },
    weights: { dtype: 'F32', shape: [words.length], bytes: toBytes(weights) },
  };
  writeFileSync(join(folder, 'model.safetensors'), encodeTensors(tensors));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(makeTokenizer(words)));
  return folder;
}

function countWords(/** @type {import('../corpus.mjs').Corpus} */ corpus) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let number = 0; number < SAMPLE; number++) {
    const { title, body } = corpus(number);
    for (const word of new Set(`${title} ${body}`.toLowerCase().match(WORD)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const drawNormal = (/** @type {() => number} */ random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const makeTokenizer = (/** @type {readonly string[]} */ words) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: false,
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
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
  },
});
