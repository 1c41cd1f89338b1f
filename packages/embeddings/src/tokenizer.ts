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
  return {
    bytes,
    encode: (text, isFramed) =>
      tokenizer.encode(text, { add_special_tokens: isFramed }).ids.filter((id) => id !== unknown),
  };
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

interface Definition {
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
