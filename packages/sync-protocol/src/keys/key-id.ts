import { fromBase32, toBase32 } from '../base32.js';
import { concat, domain } from '../bytes.js';
import type { Crypto, KeyPair } from '../crypto.js';

/** The keys a replica signs with and is sent secrets under. */
export interface ReplicaKeys {
  readonly sign: KeyPair;
  readonly box: KeyPair;
}

/** What others know of them: 32 bytes each. */
export interface PublicKeys {
  readonly sign: Uint8Array;
  readonly box: Uint8Array;
}

const ID_LENGTH = 16;

/** The id of a pair of public keys, `key_…`, which commits to both. */
export function keyIdOf(crypto: Crypto, { sign, box }: PublicKeys): string {
  return keyIdFrom(crypto.blake2b(32, concat(domain('key-id/1'), sign, box)).subarray(0, ID_LENGTH));
}

/** The text of an id of 16 bytes, as frames hold it. */
export const keyIdFrom = (bytes: Uint8Array): string => `key_${toBase32(bytes)}`;

/** The 16 bytes of a key id; null for a text that is none. */
export function keyIdBytes(keyId: string): Uint8Array | null {
  return keyId.startsWith('key_') ? fromBase32(keyId.slice(4), ID_LENGTH) : null;
}

export const publicKeysOf = ({ sign, box }: ReplicaKeys): PublicKeys => ({ sign: sign.publicKey, box: box.publicKey });
