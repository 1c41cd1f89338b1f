import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Codec } from '../crypto.js';

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
