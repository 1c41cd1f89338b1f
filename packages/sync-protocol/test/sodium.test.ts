import { describe, expect, test } from 'vitest';
import { sodiumCrypto as crypto } from '../src/node/index.js';

const fill = (length: number, byte: number) => new Uint8Array(length).fill(byte);

describe('the primitives of libsodium', () => {
  test('a signature verifies only for its message and key', () => {
    const { publicKey, secretKey } = crypto.signKeyPair(fill(32, 1));
    const signature = crypto.sign(fill(9, 2), secretKey);
    expect(crypto.verify(signature, fill(9, 2), publicKey)).toBe(true);
    expect(crypto.verify(signature, fill(9, 3), publicKey)).toBe(false);
    expect(crypto.verify(signature, fill(9, 2), crypto.signKeyPair().publicKey)).toBe(false);
  });

  test('ciphertext decrypts only with its key, nonce and additional data', () => {
    const [text, additional, nonce, key] = [fill(5, 1), fill(3, 2), fill(24, 3), fill(32, 4)];
    const sealed = crypto.encrypt(text, additional, nonce, key);
    expect(sealed).toHaveLength(21);
    expect(crypto.decrypt(sealed, additional, nonce, key)).toEqual(Buffer.from(text));
    expect(crypto.decrypt(sealed, fill(3, 9), nonce, key)).toBeNull();
    expect(crypto.decrypt(sealed, additional, nonce, fill(32, 9))).toBeNull();
    expect(crypto.decrypt(fill(15, 0), additional, nonce, key)).toBeNull();
  });

  test('a sealed box opens only with its key pair', () => {
    const pair = crypto.boxKeyPair(fill(32, 2));
    const sealed = crypto.boxSeal(fill(32, 7), pair.publicKey);
    expect(sealed).toHaveLength(80);
    expect(crypto.boxOpen(sealed, pair)).toEqual(Buffer.from(fill(32, 7)));
    expect(crypto.boxOpen(sealed, crypto.boxKeyPair())).toBeNull();
    expect(crypto.boxOpen(fill(47, 0), pair)).toBeNull();
  });
});
