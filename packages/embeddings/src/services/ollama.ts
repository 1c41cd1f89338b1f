import type { EmbeddingService } from './service-embedder.js';

/** Ollama, 0.3 or newer. */
export const ollama: EmbeddingService = {
  title: 'Ollama',
  path: '/api/embed',
  toBody: (model, input) => ({ model, input, truncate: true }),
  readVectors: (body) => (body as { embeddings?: unknown } | undefined)?.embeddings,
};
