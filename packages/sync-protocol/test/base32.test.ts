import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase32, toBase32 } from '../src/base32.js';

test('bytes are spelled as a ULID is', () => {
  expect(toBase32(new Uint8Array(16).fill(3))).toBe('030c1g60r30c1g60r30c1g60r3');
  expect(toBase32(new Uint8Array(16).fill(255))).toBe('7zzzzzzzzzzzzzzzzzzzzzzzzz');
});

test('a spelling reads back as the bytes it is of', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(fromBase32(toBase32(bytes), bytes.length)).toEqual(bytes);
    }),
  );
});

test.each([
  ['a number too large', '80000000000000000000000000'],
  ['another length', '0'.repeat(25)],
  ['a letter that is none', `${'0'.repeat(25)}u`],
  ['upper case', `${'0'.repeat(25)}A`],
])('%s is no spelling', (_, text) => {
  expect(fromBase32(text, 16)).toBeNull();
});
