import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../src/index.js';
import { SEED, text } from './text.js';

test('utf8Length returns the number of bytes that an encoder writes', () => {
  fc.assert(
    fc.property(text(), (value) => {
      expect(utf8Length(value)).toBe(Buffer.byteLength(value));
    }),
    { seed: SEED, numRuns: 1000 },
  );
});

test('utf8Length counts a lone surrogate as the replacement character', () => {
  for (const value of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '\ud800\ud800\udc00']) {
    expect(utf8Length(value)).toBe(Buffer.byteLength(value));
  }
});
