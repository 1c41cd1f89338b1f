import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase32, toBase32 } from '../src/base32.js';

test('toBase32 writes bytes in the spelling of ULIDs', () => {
  expect(toBase32(new Uint8Array(16).fill(3))).toBe('030c1g60r30c1g60r30c1g60r3');
  expect(toBase32(new Uint8Array(16).fill(255))).toBe('7zzzzzzzzzzzzzzzzzzzzzzzzz');
});

test('fromBase32 reverses toBase32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(fromBase32(toBase32(bytes), bytes.length)).toEqual(bytes);
    }),
  );
});

test.each([
  ['a number too large', '80000000000000000000000000'],
  ['another length', '0'.repeat(25)],
  ['an invalid letter', `${'0'.repeat(25)}u`],
  ['upper case', `${'0'.repeat(25)}A`],
])('fromBase32 refuses %s', (_, text) => {
  expect(fromBase32(text, 16)).toBeNull();
});
