import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../src/base64.js';

test('bytes are spelled as everybody spells them, and read back', () => {
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
  ['a letter alone', 'A==='],
  ['bits beyond the last byte', 'AB=='],
  ['a letter that is none', 'AA-A'],
  ['a letter of no byte', 'AA\u{1f600}'],
  ['a line feed', 'AAA\n'],
])('%s is no spelling', (_, text) => {
  expect(fromBase64(text)).toBeNull();
});
