/** Maximum number of texts of one call of `embed`. */
export const MAX_TEXTS = 1_000;
/** Maximum length of an error message, in UTF-16 units. */
export const MAX_EMBEDDING_MESSAGE = 500;

/** Texts put before each text, since some models are trained with them, such as `passage: ` and `query: `. */
export interface Prefixes {
  readonly document: string;
  readonly query: string;
}

interface PrefixOptions {
  /** Default: no prefixes. */
  readonly prefixes?: Partial<Prefixes>;
}

/** Folder with `model.safetensors`, `tokenizer.json` and `config.json`, as Model2Vec writes it. */
export interface StaticOptions extends PrefixOptions {
  readonly kind: 'static';
  readonly path: string;
}

/** Folder with `tokenizer.json` and `model.onnx`, or `onnx/model.onnx`. Needs the npm package `onnxruntime-node`. */
export interface OnnxOptions extends PrefixOptions {
  readonly kind: 'onnx';
  readonly path: string;
}

export interface OllamaOptions extends PrefixOptions {
  readonly kind: 'ollama';
  /** Address of the service, such as `http://127.0.0.1:11434`. */
  readonly url: string;
  readonly model: string;
}

export interface OpenAiOptions extends PrefixOptions {
  readonly kind: 'openai';
  /** Address up to but not including `/embeddings`, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Key sent as a bearer token. Empty: no `Authorization` header is sent. */
  readonly apiKey: string;
}

export type EmbedderOptions = StaticOptions | OnnxOptions | OllamaOptions | OpenAiOptions;

/** Role of a text: a note or part of one, or the words of a search. */
export type TextKind = 'document' | 'query';

/** Model that turns texts into vectors. */
export interface Embedder {
  /** Name of the model: the name of its folder, or the name by which a service knows it. */
  readonly name: string;
  /** SHA-256 of the files of the model in hexadecimal; empty when the model runs in another program. */
  readonly digest: string;
  readonly dimensions: number;
  readonly prefixes: Prefixes;

  /**
   * Returns a vector for each text, in the order of the texts. Each vector has `dimensions` finite numbers and the
   * length 1. A text in which the model knows no token has the zero vector, which is not near to any text: it must
   * neither be indexed nor searched for. A text longer than the model reads is cut.
   *
   * @param texts at most `MAX_TEXTS`
   * @throws EmbeddingError also when the signal aborts
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>;

  /** Releases the memory of the model. Can be called again; `embed` rejects afterwards. */
  close(): Promise<void>;
}

/**
 * Reasons for which texts cannot be turned into vectors. `missing`: a file, package or model that is not there;
 * `malformed`: a file or an answer that is not of the expected form; `unsupported`: a model of a form that Notes cannot
 * read; `unreachable`: no answer from a service; `refused`: a service rejects the key or the request; `aborted`: the
 * signal aborted, or the embedder is closed; `failed`: any other error.
 */
export const embeddingErrorCodes = [
  'missing',
  'malformed',
  'unsupported',
  'unreachable',
  'refused',
  'aborted',
  'failed',
] as const;
export type EmbeddingErrorCode = (typeof embeddingErrorCodes)[number];

export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly code: EmbeddingErrorCode;

  /** @param message complete sentence, cut to `MAX_EMBEDDING_MESSAGE`; without texts to embed and without keys */
  constructor(code: EmbeddingErrorCode, message: string, options?: ErrorOptions) {
    super(
      message.length > MAX_EMBEDDING_MESSAGE ? `${message.slice(0, MAX_EMBEDDING_MESSAGE - 1)}…` : message,
      options,
    );
    this.code = code;
  }
}
