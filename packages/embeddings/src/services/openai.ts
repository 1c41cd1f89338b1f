import type { EmbeddingService } from './service-embedder.js';

interface Item {
  readonly index: number;
  readonly embedding: unknown;
}

/** Any service with the interface of OpenAI for embeddings. */
export const openai: EmbeddingService = {
  title: 'The embedding service',
  path: '/embeddings',
  toBody: (model, input) => ({ model, input, encoding_format: 'float' }),
  readVectors: (body) => {
    const data = (body as { data?: unknown } | undefined)?.data;
    if (!Array.isArray(data) || !data.every(isItem)) return undefined;
    return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
  },
};

const isItem = (value: unknown): value is Item => Number.isInteger((value as Partial<Item> | null)?.index);
