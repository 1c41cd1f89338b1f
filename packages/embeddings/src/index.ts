export {
  type Embedder,
  type EmbedderOptions,
  EmbeddingError,
  type EmbeddingErrorCode,
  embeddingErrorCodes,
  MAX_EMBEDDING_MESSAGE,
  MAX_TEXTS,
  type OllamaOptions,
  type OnnxOptions,
  type OpenAiOptions,
  type Prefixes,
  type StaticOptions,
  type TextKind,
} from './embedder.js';
export { openEmbedder } from './open-embedder.js';
