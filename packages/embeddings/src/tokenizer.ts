import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { EmbeddingError } from './embedder.js';

const FILE_NAME = 'tokenizer.json';
/** Tokenizers of 500,000 words take some 30 MB. */
const MAX_FILE_BYTES = 200_000_000;

/** Splits texts into the tokens of a model. */
export interface ModelTokenizer {
  /** Content of the file, for the digest of the model. */
  readonly bytes: Uint8Array;
  /**
   * Returns the numbers of the tokens of a text. Unknown tokens are left out.
   *
   * @param isFramed true to add the tokens that mark beginning and end
   */
  encode(text: string, isFramed: boolean): number[];
}

/**
 * Opens the `tokenizer.json` of a model.
 *
 * @param folder folder of the model
 * @throws EmbeddingError `missing` without the file, `malformed` or `unsupported` when its tokenizer cannot be made
 */
export async function openTokenizer(folder: string): Promise<ModelTokenizer> {
  const path = join(folder, FILE_NAME);
  const bytes = await readBounded(path);
  const definition = parseDefinition(bytes);
  const tokenizer = makeTokenizer(definition);
  const unknown = findUnknown(definition, tokenizer);
  const encode = (text: string, isFramed: boolean): number[] =>
    tokenizer.encode(text, { add_special_tokens: isFramed }).ids.filter((id) => id !== unknown);
  const words = new WordCache((word) => encode(word, false));
  if (!isSeparable(definition, (text) => encode(text, false), words)) return { bytes, encode };
  return { bytes, encode: (text, isFramed) => (isFramed ? encode(text, true) : words.encode(text)) };
}

async function readBounded(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_FILE_BYTES) return await readFile(path);
  } catch (error) {
    throw new EmbeddingError('missing', `The model has no file ${FILE_NAME}: ${path} cannot be read`, { cause: error });
  }
  throw new EmbeddingError('unsupported', `The file ${FILE_NAME} of the model is larger than ${MAX_FILE_BYTES} bytes`);
}

/** Maximum number of words whose tokens are kept, and the length in UTF-16 units of the longest. */
const MAX_WORDS = 50_000;
const MAX_WORD_LENGTH = 40;

/**
 * Splits a text at its white space and keeps the tokens of each word: most words of a text are frequent ones, and a
 * tokenizer takes some hundred times as long as a look-up.
 */
class WordCache {
  readonly #encode: (word: string) => number[];
  readonly #tokens = new Map<string, readonly number[]>();

  constructor(encode: (word: string) => number[]) {
    this.#encode = encode;
  }

  encode(text: string): number[] {
    const found: number[] = [];
    for (const [word] of text.matchAll(WORD)) for (const token of this.#find(word)) found.push(token);
    return found;
  }

  #find(word: string): readonly number[] {
    const known = this.#tokens.get(word);
    if (known !== undefined) return known;
    const tokens = this.#encode(word);
    if (word.length > MAX_WORD_LENGTH) return tokens;
    if (this.#tokens.size >= MAX_WORDS) this.#tokens.clear();
    this.#tokens.set(word, tokens);
    return tokens;
  }
}

const WORD = /\S+/g;

/** Texts whose words a tokenizer must split as they stand alone, to be asked word by word. */
const PROBES = [
  'The quick brown fox, 3.5 times: over-jumped “lazy” dogs (v2.0)!',
  '  two  spaces\n\n- [ ] a task\tand a tab\r\n# Überschrift_mit Straße \u00a0 ',
  "今日は 天気が良い。 北京 на русском языке, e\u0301te\u0301 cafés 🦊🦊 don’t isn't",
  '[[Link]] `code` https://example.org/a?b=c&d=e 1,234 #tag',
];

/** Returns true when the tokens of a text are those of its words, one after the other. */
function isSeparable({ added_tokens }: Definition, encode: (text: string) => number[], words: WordCache): boolean {
  const added: readonly { readonly content?: unknown }[] = Array.isArray(added_tokens) ? added_tokens : [];
  if (added.some(({ content }) => typeof content !== 'string' || /\s/.test(content))) return false;
  return PROBES.every((text) => encode(text).join() === words.encode(text).join());
}

interface Definition {
  readonly added_tokens?: unknown;
  readonly model: { readonly unk_token?: unknown; readonly unk_id?: unknown };
}

function parseDefinition(bytes: Uint8Array): Definition {
  try {
    const definition = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Definition> | null;
    if (typeof definition?.model === 'object' && definition.model !== null) return definition as Definition;
  } catch {
    // Text that is not JSON is reported as JSON without a model is.
  }
  throw new EmbeddingError('malformed', `The file ${FILE_NAME} of the model is not the definition of a tokenizer`);
}

/** Part of the tokenizers of `@huggingface/tokenizers` that is used; its own types cannot be resolved by Node's rules. */
interface LibraryTokenizer {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: readonly number[] };
  token_to_id(token: string): number | undefined;
}

function makeTokenizer(definition: Definition): LibraryTokenizer {
  try {
    return new Tokenizer(definition, {}) as LibraryTokenizer;
  } catch (error) {
    throw new EmbeddingError('unsupported', `Notes cannot use the tokenizer of the model`, { cause: error });
  }
}

/** Returns the number of the token for unknown words: models name it by its text or its number. */
function findUnknown({ model }: Definition, tokenizer: LibraryTokenizer): number | undefined {
  if (typeof model.unk_token === 'string') return tokenizer.token_to_id(model.unk_token);
  return typeof model.unk_id === 'number' ? model.unk_id : undefined;
}
