import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONCEPTS } from './concepts.js';

const DIMENSIONS = 64;
/** Share of the topic in the vector of a concept. */
const TOPIC_SHARE = 0.45;
const ENDINGS = 's es ed ing er n en e em ern st t и ы а я у ю ом ем ой ей е о ов ев ам ям ами ями ах ях й ь'.split(
  ' ',
);
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PUNCTUATION_WORD = /-/g;

/** Returns a vector that depends on a name alone, with numbers from -1 to 1. */
function makeVector(name: string): number[] {
  const bytes = Buffer.concat([0, 1, 2, 3].map((part) => createHash('sha256').update(`${part} ${name}`).digest()));
  return Array.from({ length: DIMENSIONS }, (_, index) => bytes.readUInt16LE(2 * index) / 32_767.5 - 1);
}

interface Concept {
  readonly words: readonly string[];
  readonly vector: readonly number[];
}

function listConcepts(): Concept[] {
  return CONCEPTS.flatMap(({ topic, lines }) => {
    const common = makeVector(topic);
    return lines
      .trim()
      .split('\n')
      .map((line) => ({
        words: line.split(/[|\s]+/).filter((word) => word !== '' && !/^[а-яё]+-/.test(word)),
        vector: makeVector(line).map((number, index) => number + TOPIC_SHARE * (common[index] as number)),
      }));
  });
}

const toFolded = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(PUNCTUATION_WORD, '');

/** Stems that endings are put after: the word, and in Russian and German the word without its last vowel. */
function listForms(word: string): string[] {
  const folded = toFolded(word);
  return /.{3}[аяоеыиье]$/u.test(folded) ? [folded, folded.slice(0, -1)] : [folded];
}

interface Token {
  readonly text: string;
  readonly row: number;
  readonly weight: number;
}

function listTokens(concepts: readonly Concept[]) {
  const words = new Map<string, Token>();
  const anywhere = new Map<string, Token>();
  for (const text of ['[PAD]', '[UNK]', ...ENDINGS.map((ending) => `##${toFolded(ending)}`)]) {
    words.set(text, { text, row: 0, weight: 0 });
  }
  concepts.forEach(({ words: own }, row) => {
    for (const word of own) {
      const tokens = CJK.test(word) ? anywhere : words;
      for (const text of CJK.test(word) ? [toFolded(word)] : listForms(word)) {
        if (!tokens.has(text)) tokens.set(text, { text, row, weight: 1 });
      }
    }
  });
  return { words: [...words.values()], anywhere: [...anywhere.values()] };
}

/** Returns a file in the safetensors format. */
export function encodeTensors(
  tensors: Readonly<Record<string, { dtype: string; shape: readonly number[]; bytes: Uint8Array }>>,
): Buffer {
  let offset = 0;
  const header: Record<string, unknown> = {};
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [offset, offset + bytes.length] };
    offset += bytes.length;
  }
  const json = JSON.stringify(header);
  const padded = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([size, padded, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

const toBytes = (numbers: Float32Array | Int32Array) => new Uint8Array(numbers.buffer);

/**
 * Writes a small model in the format of Model2Vec, in which the words of a concept in five languages have one vector.
 * Its bytes are the same each time. The folder is made when it does not exist; its parent must exist.
 */
export async function writeConceptModel(folder: string): Promise<void> {
  const concepts = listConcepts();
  const { words, anywhere } = listTokens(concepts);
  const tokens = [...words, ...anywhere];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: anywhere.map(({ text }, index) => ({
      id: words.length + index,
      content: text,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: true,
      special: false,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: false,
      strip_accents: null,
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
      vocab: Object.fromEntries(words.map(({ text }, id) => [text, id])),
    },
  };
  const vectors = Float32Array.from(concepts.flatMap(({ vector }) => vector));
  const file = encodeTensors({
    embeddings: { dtype: 'F32', shape: [concepts.length, DIMENSIONS], bytes: toBytes(vectors) },
    weights: {
      dtype: 'F32',
      shape: [tokens.length],
      bytes: toBytes(Float32Array.from(tokens, ({ weight }) => weight)),
    },
    mapping: { dtype: 'I32', shape: [tokens.length], bytes: toBytes(Int32Array.from(tokens, ({ row }) => row)) },
  });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await writeFile(join(folder, 'model.safetensors'), file);
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'model2vec', normalize: true }));
}
