import { createHash } from 'node:crypto';
import type { HashFactory } from '../hash.js';

/** SHA-256 of Node, several times as fast as the portable one. */
export const nodeSha256: HashFactory = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => hash.update(bytes), digestHex: () => hash.digest('hex') };
};
