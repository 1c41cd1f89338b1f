import { concat, isEqual } from '../../bytes.js';
import type { Crypto, KeyPair } from '../../crypto.js';
import type { Random } from './random.js';

/** Creates a `Crypto` whose randomness is derived from a seed. */
export const seededCrypto = (crypto: Crypto, random: Random): Crypto => ({
  ...crypto,
  random: (length) => random.bytes(length),
  signKeyPair: (seed = random.bytes(32)) => crypto.signKeyPair(seed),
  boxKeyPair: (seed = random.bytes(32)) => crypto.boxKeyPair(seed),
});

/**
 * Replaces signatures and sealed boxes by hashes of the public key, which anyone could forge or open. A simulation
 * without forgers is then reproducible to the byte and much faster. All other primitives stay.
 */
export function withoutCurves(crypto: Crypto): Crypto {
  const keyPair = (seed = crypto.random(32)): KeyPair => {
    const publicKey = crypto.blake2b(32, seed);
    return { publicKey, secretKey: concat(seed, publicKey) };
  };
  const boxKey = (publicKey: Uint8Array) => crypto.blake2b(32, publicKey);
  return {
    ...crypto,
    signKeyPair: keyPair,
    boxKeyPair: keyPair,
    sign: (message, secretKey) => crypto.blake2b(64, message, secretKey.subarray(32)),
    verify: (signature, message, publicKey) => isEqual(signature, crypto.blake2b(64, message, publicKey)),
    boxSeal: (plaintext, publicKey) =>
      concat(publicKey, crypto.encrypt(plaintext, new Uint8Array(0), new Uint8Array(24), boxKey(publicKey))),
    boxOpen: (sealed, { publicKey }) =>
      crypto.decrypt(sealed.subarray(32), new Uint8Array(0), new Uint8Array(24), boxKey(publicKey)),
  };
}
