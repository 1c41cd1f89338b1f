import { createHash } from 'node:crypto';
import { sodiumCrypto } from '@notes/sync-protocol/node';
import sodium from 'sodium-native';

/** Returns bytes of equal value. */
export const fill = (length, value) => Buffer.alloc(length, value);

/** Replaces the randomness of the primitives: `random` returns the bytes for a request of a length. */
export function withRandom(random) {
  return {
    ...sodiumCrypto,
    random,
    boxSeal(plaintext, publicKey) {
      const ephemeral = sodiumCrypto.boxKeyPair(random(32));
      const nonce = sodiumCrypto.blake2b(24, Buffer.concat([ephemeral.publicKey, publicKey]));
      const sealed = Buffer.alloc(plaintext.length + sodium.crypto_box_MACBYTES);
      sodium.crypto_box_easy(sealed, Buffer.from(plaintext), nonce, Buffer.from(publicKey), ephemeral.secretKey);
      return Buffer.concat([ephemeral.publicKey, sealed]);
    },
  };
}

/** Creates primitives whose random bytes are derived from a seed and differ in each request. */
export function seededCrypto(seed) {
  let count = 0;
  return withRandom((length) => {
    count += 1;
    return createHash('shake256', { outputLength: length }).update(`${seed}/${count}`).digest();
  });
}
