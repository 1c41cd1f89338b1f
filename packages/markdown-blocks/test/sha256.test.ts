import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../src/sha256.js';
import { SEED } from './text.js';

const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

test('sha256 hashes the UTF-8 of any text, including lone surrogates', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 });
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    units.map((codes) => String.fromCharCode(...codes)),
  );
  fc.assert(
    fc.property(anyText, (text) => sha256(text) === reference(text)),
    { seed: SEED, numRuns: 3_000 },
  );
});

test('sha256 pads texts of every length around one and two blocks', () => {
  for (let length = 0; length <= 130; length++) expect(sha256('a'.repeat(length))).toBe(reference('a'.repeat(length)));
});

test('sha256 hashes a long text', () => {
  const text = 'aé漢😀'.repeat(100_000);
  expect(sha256(text)).toBe(reference(text));
});
