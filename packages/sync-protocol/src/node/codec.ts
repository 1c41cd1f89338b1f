import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Codec } from '../crypto.js';

/** Compression of notes takes half of the time of zlib's default, level 6, and the result is 3 % longer. */
const LEVEL = 4;
/** Bounds of the bytes for which zlib allocates memory at once. Its default is the lower one. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 512 * 1024;

const toChunkSize = (expectedBytes: number) => Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, expectedBytes));

/** Raw DEFLATE of Node, with a limit on the inflated size. */
export const zlibCodec: Codec = {
  deflate: (input) => deflateRawSync(input, { level: LEVEL, chunkSize: toChunkSize(input.length >> 1) }),
  inflate(input, most) {
    try {
      return inflateRawSync(input, { maxOutputLength: most, chunkSize: toChunkSize(3 * input.length) });
    } catch {
      return null;
    }
  },
};
