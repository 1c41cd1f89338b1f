import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../src/base64.js';

test('toBase64 matches Buffer, and fromBase64 reverses it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    }),
  );
});

test.each([
  ['no padding', 'AA'],
  ['too much padding', 'AA==='],
  ['padding alone', '===='],
  ['padding within', 'A=AA'],
  ['a single letter', 'A==='],
  ['bits beyond the last byte', 'AB=='],
  ['an invalid letter', 'AA-A'],
  ['a character beyond ASCII', 'AA\u{1f600}'],
  ['a line feed', 'AAA\n'],
])('fromBase64 refuses %s', (_, text) => {
  expect(fromBase64(text)).toBeNull();
});
