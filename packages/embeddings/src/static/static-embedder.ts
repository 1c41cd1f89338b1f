import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { digestFile } from '../digest-file.js';
import { type Embedder, EmbeddingError, type Prefixes, type StaticOptions, type TextKind } from '../embedder.js';
import { prefixTexts, readPrefixes } from '../prefixes.js';
import { type ModelTokenizer, openTokenizer } from '../tokenizer.js';
import { normalise } from '../vectors.js';
import { readTensors, type Tensor } from './safetensors.js';

const TABLE = 'embeddings';
/** Names of the table in other programs that write such models. */
const TABLE_NAMES = [TABLE, 'embedding.weight'];
/** Weight of each token. */
const WEIGHTS = 'weights';
/** Row of each token, when several share one. */
const MAPPING = 'mapping';
/** Maximum length in UTF-16 units that is read of a text: the library splits notes into shorter parts. */
const MAX_TEXT_LENGTH = 100_000;
/** Milliseconds of work before other events are handled. */
const SLICE_MS = 10;

interface Model {
  readonly table: Tensor;
  readonly weights: Float32Array | undefined;
  readonly mapping: Float32Array | undefined;
}

/**
 * Model that is a table with a vector for each token. The vector of a text is the mean of those of its tokens, as
 * Model2Vec defines it.
 */
class StaticEmbedder implements Embedder {
  readonly name: string;
  readonly digest: string;
  readonly dimensions: number;
  readonly prefixes: Prefixes;
  readonly #tokenizer: ModelTokenizer;
  #model: Model | undefined;

  constructor(options: StaticOptions, digest: string, tokenizer: ModelTokenizer, model: Model) {
    this.name = basename(options.path);
    this.digest = digest;
    this.dimensions = model.table.shape[1] as number;
    this.prefixes = readPrefixes(options);
    this.#tokenizer = tokenizer;
    this.#model = model;
  }

  async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let sliceEnd = performance.now() + SLICE_MS;
    for (const text of prefixTexts(texts, this.prefixes, kind)) {
      if (performance.now() > sliceEnd) {
        await yieldToEvents();
        sliceEnd = performance.now() + SLICE_MS;
      }
      if (signal?.aborted || this.#model === undefined)
        throw new EmbeddingError('aborted', 'The texts were not embedded, because the work was ended');
      vectors.push(this.#embedText(this.#model, text.slice(0, MAX_TEXT_LENGTH)));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.#model = undefined;
  }

  #embedText({ table, weights, mapping }: Model, text: string): Float32Array {
    const { values } = table;
    const rows = table.shape[0] as number;
    const dimensions = this.dimensions;
    const vector = new Float32Array(dimensions);
    for (const token of this.#tokenizer.encode(text, false)) {
      const row = mapping === undefined ? token : (mapping[token] ?? -1);
      if (row < 0 || row >= rows) continue;
      const weight = weights === undefined ? 1 : (weights[token] ?? 1);
      const at = row * dimensions;
      for (let index = 0; index < dimensions; index += 1)
        vector[index] = (vector[index] as number) + weight * (values[at + index] as number);
    }
    return normalise(vector);
  }
}

/**
 * Opens a folder with `model.safetensors` and `tokenizer.json`.
 *
 * @throws EmbeddingError when one of the files is missing or cannot be read as a static model
 */
export async function openStaticEmbedder(options: StaticOptions): Promise<Embedder> {
  const path = join(options.path, 'model.safetensors');
  const [tokenizer, tensors, fileDigest] = await Promise.all([
    openTokenizer(options.path),
    readTensors(path, [...TABLE_NAMES, WEIGHTS, MAPPING]),
    digestFile(path),
  ]);
  const table = TABLE_NAMES.map((name) => tensors.get(name)).find((tensor) => tensor !== undefined);
  if (table === undefined || table.shape.length !== 2 || table.shape.includes(0))
    throw new EmbeddingError('unsupported', `The model file has no table "${TABLE}" with a vector for each token`);
  const model = { table, weights: tensors.get(WEIGHTS)?.values, mapping: tensors.get(MAPPING)?.values };
  const digest = createHash('sha256').update(fileDigest).update(tokenizer.bytes).digest('hex');
  return new StaticEmbedder(options, digest, tokenizer, model);
}
