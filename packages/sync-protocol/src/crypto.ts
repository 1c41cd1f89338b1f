/** A pair of keys, each 32 bytes but the secret one of signatures, which is 64. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/**
 * The primitives the protocol is made of, by the names libsodium has for them. The root of this package is given one;
 * `./node` has the one of sodium-native. All are synchronous; lengths are in bytes, and a length that is wrong throws.
 */
export interface Crypto {
  /** From the system's source of randomness. */
  random(length: number): Uint8Array;
  /** Ed25519; of a seed of 32 bytes, or of randomness. */
  signKeyPair(seed?: Uint8Array): KeyPair;
  /** X25519; of a seed of 32 bytes, or of randomness. */
  boxKeyPair(seed?: Uint8Array): KeyPair;
  /** A detached Ed25519 signature, 64 bytes. */
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
  /** XChaCha20-Poly1305: `plaintext` sealed with a nonce of 24 and a key of 32, 16 longer than it was. */
  seal(plaintext: Uint8Array, additional: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array;
  /** Null where anything was altered, or the key is another. */
  open(sealed: Uint8Array, additional: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | null;
  /** Sealed for whoever has the secret of an X25519 key, 48 longer than it was; says nothing of who sealed it. */
  boxSeal(plaintext: Uint8Array, publicKey: Uint8Array): Uint8Array;
  boxOpen(sealed: Uint8Array, pair: KeyPair): Uint8Array | null;
  /** BLAKE2b of 16 to 64 bytes, keyed where there is a key of 16 to 64. */
  blake2b(length: number, input: Uint8Array, key?: Uint8Array): Uint8Array;
  sha256(input: Uint8Array): Uint8Array;
  /** A key of 32 bytes derived from another by a number, in the context `svcsync1`. */
  derive(key: Uint8Array, subkey: number): Uint8Array;
}

/** Compression of payloads: raw DEFLATE. */
export interface Codec {
  deflate(input: Uint8Array): Uint8Array;
  /** Null for what is no such stream, or comes to more than `most` bytes. */
  inflate(input: Uint8Array, most: number): Uint8Array | null;
}
