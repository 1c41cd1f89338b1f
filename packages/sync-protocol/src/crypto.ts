/** A key pair. Each key has 32 bytes, except the Ed25519 secret key, which has 64. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/**
 * Cryptographic primitives of the protocol, named as in libsodium. The caller passes an implementation; `./node`
 * exports one based on sodium-native. All calls are synchronous. Lengths are in bytes, and a wrong length throws.
 */
export interface Crypto {
  /** Returns bytes from the system's source of randomness. */
  random(length: number): Uint8Array;
  /** Makes an Ed25519 key pair from a seed of 32 bytes, or at random. */
  signKeyPair(seed?: Uint8Array): KeyPair;
  /** Makes an X25519 key pair from a seed of 32 bytes, or at random. */
  boxKeyPair(seed?: Uint8Array): KeyPair;
  /** Returns a detached Ed25519 signature of 64 bytes. */
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
  /**
   * Encrypts with XChaCha20-Poly1305, a nonce of 24 bytes and a key of 32. The result is 16 bytes longer than
   * `plaintext`.
   */
  encrypt(plaintext: Uint8Array, additional: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array;
  /** Decrypts the output of `encrypt`; returns null when any input was altered or the key differs. */
  decrypt(sealed: Uint8Array, additional: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | null;
  /**
   * Makes a libsodium sealed box for the owner of an X25519 key. The box is 48 bytes longer than `plaintext` and does
   * not identify its sender.
   */
  boxSeal(plaintext: Uint8Array, publicKey: Uint8Array): Uint8Array;
  boxOpen(sealed: Uint8Array, pair: KeyPair): Uint8Array | null;
  /** Returns a BLAKE2b digest of 16 to 64 bytes, keyed when a key of 16 to 64 bytes is given. */
  blake2b(length: number, input: Uint8Array, key?: Uint8Array): Uint8Array;
  sha256(input: Uint8Array): Uint8Array;
  /** Derives a key of 32 bytes from another key and a subkey number, in the context `svcsync1`. */
  derive(key: Uint8Array, subkey: number): Uint8Array;
}

/** Compression of payloads: raw DEFLATE. */
export interface Codec {
  deflate(input: Uint8Array): Uint8Array;
  /** Inflates a stream; returns null when it is invalid or inflates to more than `maxBytes` bytes. */
  inflate(input: Uint8Array, maxBytes: number): Uint8Array | null;
}
