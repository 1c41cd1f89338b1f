import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Crypto, KeyPair } from '../crypto.js';

const CONTEXT = Buffer.from('svcsync1');

/** The functions and lengths of sodium-native 5 that the protocol uses. Lengths are in bytes. */
export interface Sodium {
  readonly crypto_sign_PUBLICKEYBYTES: number;
  readonly crypto_sign_SECRETKEYBYTES: number;
  readonly crypto_sign_BYTES: number;
  readonly crypto_box_PUBLICKEYBYTES: number;
  readonly crypto_box_SECRETKEYBYTES: number;
  readonly crypto_box_SEALBYTES: number;
  readonly crypto_aead_xchacha20poly1305_ietf_ABYTES: number;
  randombytes_buf(target: Buffer): void;
  crypto_sign_keypair(publicKey: Buffer, secretKey: Buffer): void;
  crypto_sign_seed_keypair(publicKey: Buffer, secretKey: Buffer, seed: Buffer): void;
  crypto_sign_detached(signature: Buffer, message: Buffer, secretKey: Buffer): void;
  crypto_sign_verify_detached(signature: Buffer, message: Buffer, publicKey: Buffer): boolean;
  crypto_box_keypair(publicKey: Buffer, secretKey: Buffer): void;
  crypto_box_seed_keypair(publicKey: Buffer, secretKey: Buffer, seed: Buffer): void;
  crypto_box_seal(sealed: Buffer, plaintext: Buffer, publicKey: Buffer): void;
  crypto_box_seal_open(plaintext: Buffer, sealed: Buffer, publicKey: Buffer, secretKey: Buffer): boolean;
  crypto_aead_xchacha20poly1305_ietf_encrypt(
    sealed: Buffer,
    plaintext: Buffer,
    additional: Buffer,
    secretNonce: null,
    nonce: Buffer,
    key: Buffer,
  ): unknown;
  crypto_aead_xchacha20poly1305_ietf_decrypt(
    plaintext: Buffer,
    secretNonce: null,
    sealed: Buffer,
    additional: Buffer,
    nonce: Buffer,
    key: Buffer,
  ): unknown;
  crypto_generichash(digest: Buffer, input: Buffer, key?: Buffer): void;
  crypto_kdf_derive_from_key(derived: Buffer, subkey: number, context: Buffer, key: Buffer): void;
}

/** Cryptographic primitives of the package sodium-native, which is installed separately and loaded at first use. */
export const sodiumCrypto: Crypto = createSodiumCrypto(loadInstalled);

function loadInstalled(): Sodium {
  try {
    return createRequire(import.meta.url)('sodium-native') as Sodium;
  } catch (error) {
    throw new Error('The package sodium-native cannot be loaded. Install it: npm install sodium-native', {
      cause: error,
    });
  }
}

/**
 * Makes the cryptographic primitives from libsodium.
 *
 * @param load loads libsodium at first use, because most processes never synchronise
 */
export function createSodiumCrypto(load: () => Sodium): Crypto {
  let loaded: Sodium | undefined;
  const native = (): Sodium => {
    loaded ??= load();
    return loaded;
  };
  return {
    random(length) {
      const bytes = Buffer.alloc(length);
      native().randombytes_buf(bytes);
      return bytes;
    },
    signKeyPair(seed) {
      const pair = keyPair(native().crypto_sign_PUBLICKEYBYTES, native().crypto_sign_SECRETKEYBYTES);
      if (seed === undefined) native().crypto_sign_keypair(pair.publicKey, pair.secretKey);
      else native().crypto_sign_seed_keypair(pair.publicKey, pair.secretKey, buffer(seed));
      return pair;
    },
    boxKeyPair(seed) {
      const pair = keyPair(native().crypto_box_PUBLICKEYBYTES, native().crypto_box_SECRETKEYBYTES);
      if (seed === undefined) native().crypto_box_keypair(pair.publicKey, pair.secretKey);
      else native().crypto_box_seed_keypair(pair.publicKey, pair.secretKey, buffer(seed));
      return pair;
    },
    sign(message, secretKey) {
      const signature = Buffer.alloc(native().crypto_sign_BYTES);
      native().crypto_sign_detached(signature, buffer(message), buffer(secretKey));
      return signature;
    },
    verify(signature, message, publicKey) {
      return native().crypto_sign_verify_detached(buffer(signature), buffer(message), buffer(publicKey));
    },
    encrypt(plaintext, additional, nonce, key) {
      const sealed = Buffer.alloc(plaintext.length + native().crypto_aead_xchacha20poly1305_ietf_ABYTES);
      native().crypto_aead_xchacha20poly1305_ietf_encrypt(
        sealed,
        buffer(plaintext),
        buffer(additional),
        null,
        buffer(nonce),
        buffer(key),
      );
      return sealed;
    },
    decrypt(sealed, additional, nonce, key) {
      const length = sealed.length - native().crypto_aead_xchacha20poly1305_ietf_ABYTES;
      if (length < 0) return null;
      const plaintext = Buffer.alloc(length);
      return decryptOrNull(plaintext, () =>
        native().crypto_aead_xchacha20poly1305_ietf_decrypt(
          plaintext,
          null,
          buffer(sealed),
          buffer(additional),
          buffer(nonce),
          buffer(key),
        ),
      );
    },
    boxSeal(plaintext, publicKey) {
      const sealed = Buffer.alloc(plaintext.length + native().crypto_box_SEALBYTES);
      native().crypto_box_seal(sealed, buffer(plaintext), buffer(publicKey));
      return sealed;
    },
    boxOpen(sealed, { publicKey, secretKey }) {
      const length = sealed.length - native().crypto_box_SEALBYTES;
      if (length < 0) return null;
      const plaintext = Buffer.alloc(length);
      return native().crypto_box_seal_open(plaintext, buffer(sealed), buffer(publicKey), buffer(secretKey))
        ? plaintext
        : null;
    },
    blake2b(length, input, key) {
      const digest = Buffer.alloc(length);
      if (key === undefined) native().crypto_generichash(digest, buffer(input));
      else native().crypto_generichash(digest, buffer(input), buffer(key));
      return digest;
    },
    sha256: (input) => hash('sha256', input, 'buffer'),
    derive(key, subkey) {
      const derived = Buffer.alloc(32);
      native().crypto_kdf_derive_from_key(derived, subkey, CONTEXT, buffer(key));
      return derived;
    },
  };
}

function keyPair(publicLength: number, secretLength: number): KeyPair & Record<keyof KeyPair, Buffer> {
  return { publicKey: Buffer.alloc(publicLength), secretKey: Buffer.alloc(secretLength) };
}

/** Views bytes as a `Buffer`, which sodium-native requires. */
const buffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Runs a decryption; returns null when sodium-native throws because the ciphertext is not authentic. */
function decryptOrNull(plaintext: Buffer, open: () => unknown): Buffer | null {
  try {
    open();
    return plaintext;
  } catch {
    return null;
  }
}
