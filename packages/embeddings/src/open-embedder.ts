import { type Embedder, type EmbedderOptions, EmbeddingError } from './embedder.js';

/**
 * Opens a model.
 *
 * @throws EmbeddingError when the model cannot be read or its service does not answer
 */
export function openEmbedder(options: EmbedderOptions): Promise<Embedder> {
  return Promise.reject(
    new EmbeddingError('unsupported', `Models of the kind "${options.kind}" are not supported yet.`),
  );
}
