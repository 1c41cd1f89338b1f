import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type sodium from 'sodium-native';
import type { Crypto, KeyPair } from '../crypto.js';

const CONTEXT = Buffer.from('svcsync1');

let loaded: typeof sodium | undefined;

/** Loaded when it is first needed: most processes exchange nothing with other devices. */
function native(): typeof sodium {
  loaded ??= createRequire(import.meta.url)('sodium-native') as typeof sodium;
  return loaded;
}

/** The primitives as libsodium has them. */
export const sodiumCrypto: Crypto = {
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
  seal(plaintext, additional, nonce, key) {
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
  open(sealed, additional, nonce, key) {
    const length = sealed.length - native().crypto_aead_xchacha20poly1305_ietf_ABYTES;
    if (length < 0) return null;
    const plaintext = Buffer.alloc(length);
    return opened(plaintext, () =>
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

function keyPair(publicLength: number, secretLength: number): KeyPair & Record<keyof KeyPair, Buffer> {
  return { publicKey: Buffer.alloc(publicLength), secretKey: Buffer.alloc(secretLength) };
}

/** The same bytes as the type sodium-native asks for. */
const buffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** sodium-native throws where a ciphertext is not authentic. */
function opened(plaintext: Buffer, open: () => unknown): Buffer | null {
  try {
    open();
    return plaintext;
  } catch {
    return null;
  }
}
