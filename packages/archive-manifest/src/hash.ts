import { sha256 as noble } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './utf8.js';

/** A SHA-256 in the making. `digestHex` answers lower-case hexadecimal, once. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digestHex(): string;
}

/** Begins a SHA-256. The platform's own, where it has one that takes its input in pieces, is faster than ours. */
export type HashFactory = () => Hash;

/** SHA-256 that runs everywhere. */
export const sha256: HashFactory = () => {
  const hash = noble.create();
  return { update: (bytes) => hash.update(bytes), digestHex: () => bytesToHex(hash.digest()) };
};

/** The digest of bytes, or of a text as UTF-8. */
export function digestOf(content: Uint8Array | string, newHash: HashFactory = sha256): string {
  const hash = newHash();
  hash.update(typeof content === 'string' ? encodeUtf8(content) : content);
  return hash.digestHex();
}
