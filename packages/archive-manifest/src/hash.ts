import { sha256 as noble } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './utf8.js';

/** Incremental SHA-256. `digestHex` returns lower-case hexadecimal and may be called once. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digestHex(): string;
}

/** Creates an incremental SHA-256. A native implementation is faster than the portable one. */
export type HashFactory = () => Hash;

/** Portable SHA-256. */
export const sha256: HashFactory = () => {
  const hash = noble.create();
  return { update: (bytes) => hash.update(bytes), digestHex: () => bytesToHex(hash.digest()) };
};

/** Returns the SHA-256 of bytes, or of a text as UTF-8, in lower-case hexadecimal. */
export function computeDigest(content: Uint8Array | string, newHash: HashFactory = sha256): string {
  const hash = newHash();
  hash.update(typeof content === 'string' ? encodeUtf8(content) : content);
  return hash.digestHex();
}
