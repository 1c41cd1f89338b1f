import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { digestFile } from '../digest-file.js';
import { type Embedder, EmbeddingError, type OnnxOptions, type Prefixes, type TextKind } from '../embedder.js';
import { prefixTexts, readPrefixes } from '../prefixes.js';
import { type ModelTokenizer, openTokenizer } from '../tokenizer.js';
import { normalise } from '../vectors.js';

/** Tokens that are read of a text, as most of these models were trained with. */
const MAX_TOKENS = 512;
const FILES = ['model.onnx', join('onnx', 'model.onnx')];
const RUNTIME = 'onnxruntime-node';

/** Part of `onnxruntime-node` that is used; the package is installed by who wants such a model. */
interface Runtime {
  readonly InferenceSession: { create(path: string): Promise<Session> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => Value;
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Value>>): Promise<Readonly<Record<string, Value>>>;
  release(): Promise<void>;
}
interface Value {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** Transformer in the ONNX format. The vector of a text is the mean of those of its tokens. */
class OnnxEmbedder implements Embedder {
  readonly name: string;
  readonly prefixes: Prefixes;
  #dimensions = 0;
  #isClosed = false;

  constructor(
    options: OnnxOptions,
    readonly digest: string,
    private readonly tokenizer: ModelTokenizer,
    private readonly runtime: Runtime,
    private readonly session: Session,
  ) {
    this.name = basename(options.path);
    this.prefixes = readPrefixes(options);
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  async open(): Promise<Embedder> {
    await this.embed(['note'], 'query');
    return this;
  }

  async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of prefixTexts(texts, this.prefixes, kind)) {
      if (signal?.aborted || this.#isClosed)
        throw new EmbeddingError('aborted', 'The texts were not embedded, because the work was ended');
      vectors.push(await this.#embedText(text));
    }
    return vectors;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.session.release();
  }

  async #embedText(text: string): Promise<Float32Array> {
    const tokens = this.tokenizer.encode(text, true).slice(0, MAX_TOKENS);
    if (tokens.length === 0) return new Float32Array(this.#dimensions);
    const { dims, data } = await this.#run(tokens);
    const [, count = 0, dimensions = 0] = dims;
    if (dims.length !== 3 || dimensions === 0 || !(data instanceof Float32Array))
      throw new EmbeddingError('unsupported', `The first output of the model is not a list of vectors for each token`);
    this.#dimensions = dimensions;
    const vector = new Float32Array(dimensions);
    for (let token = 0; token < count; token += 1)
      for (let index = 0; index < dimensions; index += 1)
        vector[index] = (vector[index] as number) + (data[token * dimensions + index] as number);
    return normalise(vector);
  }

  async #run(tokens: readonly number[]): Promise<Value> {
    const toTensor = (values: readonly number[]) =>
      new this.runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, tokens.length]);
    const inputs: Record<string, Value> = {};
    for (const name of this.session.inputNames) {
      if (name === 'input_ids') inputs[name] = toTensor(tokens);
      else if (name === 'attention_mask') inputs[name] = toTensor(tokens.map(() => 1));
      else if (name === 'token_type_ids') inputs[name] = toTensor(tokens.map(() => 0));
      else throw new EmbeddingError('unsupported', `The model has an input "${name}", which Notes cannot give`);
    }
    const outputs = await this.session.run(inputs);
    const output = outputs[this.session.outputNames[0] ?? ''];
    if (output === undefined) throw new EmbeddingError('unsupported', 'The model has no output');
    return output;
  }
}

/**
 * Opens a folder with `tokenizer.json` and `model.onnx`.
 *
 * @throws EmbeddingError `missing` without the files, or without the package `onnxruntime-node`
 */
export async function openOnnxEmbedder(options: OnnxOptions): Promise<Embedder> {
  const [tokenizer, path] = await Promise.all([openTokenizer(options.path), findModel(options.path)]);
  const [runtime, fileDigest] = await Promise.all([loadRuntime(), digestFile(path)]);
  const digest = createHash('sha256').update(fileDigest).update(tokenizer.bytes).digest('hex');
  return await new OnnxEmbedder(options, digest, tokenizer, runtime, await createSession(runtime, path)).open();
}

async function findModel(folder: string): Promise<string> {
  for (const file of FILES) {
    const path = join(folder, file);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new EmbeddingError('missing', `There is no file ${FILES.join(' or ')} in ${folder}`);
}

async function loadRuntime(): Promise<Runtime> {
  try {
    // A name that the bundler and the compiler do not resolve: the package may be missing.
    const name: string = RUNTIME;
    const { default: runtime } = (await import(name)) as { readonly default: Runtime };
    return runtime;
  } catch (error) {
    const message = `Models in the ONNX format need the package ${RUNTIME}: npm install -g ${RUNTIME}`;
    throw new EmbeddingError('missing', message, { cause: error });
  }
}

async function createSession({ InferenceSession }: Runtime, path: string): Promise<Session> {
  try {
    return await InferenceSession.create(path);
  } catch (error) {
    throw new EmbeddingError('malformed', `The file ${path} is not a model that ${RUNTIME} can read`, { cause: error });
  }
}
