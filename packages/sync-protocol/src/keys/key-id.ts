import { fromBase32, toBase32 } from '../base32.js';
import { concat, domain } from '../bytes.js';
import type { Crypto, KeyPair } from '../crypto.js';

/** Signing and encryption key pairs of a replica. */
export interface ReplicaKeys {
  readonly sign: KeyPair;
  readonly box: KeyPair;
}

/** Public halves of a replica's keys, 32 bytes each. */
export interface PublicKeys {
  readonly sign: Uint8Array;
  readonly box: Uint8Array;
}

const ID_LENGTH = 16;

/** Returns the id of a pair of public keys, `key_…`. The id commits to both keys. */
export function computeKeyId(crypto: Crypto, { sign, box }: PublicKeys): string {
  return formatKeyId(crypto.blake2b(32, concat(domain('key-id/1'), sign, box)).subarray(0, ID_LENGTH));
}

/** Formats a key id from its 16 bytes, as stored in frames. */
export const formatKeyId = (bytes: Uint8Array): string => `key_${toBase32(bytes)}`;

/** Returns the 16 bytes of a key id; null for an invalid id. */
export function parseKeyId(keyId: string): Uint8Array | null {
  return keyId.startsWith('key_') ? fromBase32(keyId.slice(4), ID_LENGTH) : null;
}

/** Returns the public halves of the keys of a replica. */
export const getPublicKeys = ({ sign, box }: ReplicaKeys): PublicKeys => ({ sign: sign.publicKey, box: box.publicKey });
