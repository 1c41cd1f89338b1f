import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../src/index.js';
import { SEED, text } from './text.js';

test('utf8Length is what an encoder writes', () => {
  fc.assert(
    fc.property(text(), (value) => {
      expect(utf8Length(value)).toBe(Buffer.byteLength(value));
    }),
    { seed: SEED, numRuns: 1000 },
  );
});

test('a lone surrogate counts as the replacement character', () => {
  for (const value of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '\ud800\ud800\udc00']) {
    expect(utf8Length(value)).toBe(Buffer.byteLength(value));
  }
});
