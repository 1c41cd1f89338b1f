// Makes a tiny static model, which proves that models are loaded and used, not how good they are: its words are those of
// concepts.txt, where a line has words of one meaning in several languages. `node make-model.mjs FOLDER` writes it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const DIMENSIONS = 48;
/** Length of the part of a vector by which words of one meaning differ. */
const OWN_PART = 0.3;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Writes `model.safetensors`, `tokenizer.json` and `config.json` to a folder. The same bytes every time. */
export function makeModel(/** @type {string} */ folder) {
  const lines = readFileSync(new URL('concepts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  /** @type {Map<string, Float32Array>} */
  const vectors = new Map(SPECIAL.map((token) => [token, new Float32Array(DIMENSIONS)]));
  for (const line of lines) {
    const words = line.split(' ');
    const concept = makeVector(`concept ${words[0]}`);
    for (const word of words) {
      const own = makeVector(`word ${word}`);
      vectors.set(
        word,
        concept.map((value, index) => value + OWN_PART * /** @type {number} */ (own[index])),
      );
    }
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(describeTokenizer([...vectors.keys()])));
  writeFileSync(join(folder, 'model.safetensors'), toSafetensors([...vectors.values()]));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ model_type: 'model2vec', normalize: true }));
}

/** Makes a vector of length 1 from the digests of a text. */
function makeVector(/** @type {string} */ text) {
  const vector = new Float32Array(DIMENSIONS);
  for (let index = 0; index < DIMENSIONS; index += 1) {
    const digest = createHash('sha256').update(`${text} ${index}`).digest();
    vector[index] = digest.readUInt32BE(0) / 2 ** 31 - 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** @returns the definition of a tokenizer of whole words, without case and accents, with single Chinese characters */
function describeTokenizer(/** @type {string[]} */ tokens) {
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: true,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}

/** Returns the file of one table of single precision. */
export function toSafetensors(/** @type {readonly Float32Array[]} */ rows) {
  const data = Buffer.concat(rows.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength)));
  const entry = { dtype: 'F32', shape: [rows.length, DIMENSIONS], data_offsets: [0, data.length] };
  return frame({ embeddings: entry }, data);
}

/** Puts a header and its length before the numbers of tensors. */
export function frame(/** @type {object} */ header, /** @type {Uint8Array} */ data) {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, data]);
}

if (argv[1] === fileURLToPath(import.meta.url)) makeModel(argv[2] ?? 'model');
