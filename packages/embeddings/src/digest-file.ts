import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { EmbeddingError } from './embedder.js';

/**
 * Returns the SHA-256 of a file.
 *
 * @throws EmbeddingError `missing` when it cannot be read
 */
export async function digestFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw new EmbeddingError('missing', `The model file ${path} cannot be read`, { cause: error });
  }
  return hash.digest();
}
