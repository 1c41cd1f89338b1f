import type { Embedder, EmbedderOptions } from './embedder.js';
import { readPrefixes } from './prefixes.js';

/**
 * Opens a model. The code of each kind is loaded when it is opened.
 *
 * @throws EmbeddingError when the model cannot be read or its service does not answer
 */
export async function openEmbedder(options: EmbedderOptions): Promise<Embedder> {
  switch (options.kind) {
    case 'static': {
      const { openStaticEmbedder } = await import('./static/static-embedder.js');
      return await openStaticEmbedder(options);
    }
    case 'ollama': {
      const [{ openServiceEmbedder }, { ollama }] = await Promise.all([loadServices(), import('./services/ollama.js')]);
      return await openServiceEmbedder(ollama, { ...options, apiKey: '', prefixes: readPrefixes(options) });
    }
    case 'openai': {
      const [{ openServiceEmbedder }, { openai }] = await Promise.all([loadServices(), import('./services/openai.js')]);
      return await openServiceEmbedder(openai, { ...options, prefixes: readPrefixes(options) });
    }
    case 'onnx': {
      const { openOnnxEmbedder } = await import('./onnx/onnx-embedder.js');
      return await openOnnxEmbedder(options);
    }
  }
}

const loadServices = () => import('./services/service-embedder.js');
