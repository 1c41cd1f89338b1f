import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Codec } from '../crypto.js';

/** Raw DEFLATE of Node, with a limit on the inflated size. */
export const zlibCodec: Codec = {
  deflate: (input) => deflateRawSync(input),
  inflate(input, most) {
    try {
      return inflateRawSync(input, { maxOutputLength: most });
    } catch {
      return null;
    }
  },
};
