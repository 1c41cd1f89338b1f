import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSlips, listNearWords } from './spelling.js';

describe('listNearWords', () => {
  it.each([
    ['a missing letter', 'borow', 'borrow'],
    ['an additional letter', 'gardden', 'garden'],
    ['a wrong letter', 'nites', 'notes'],
    ['two exchanged letters', 'recieve', 'receive'],
    ['Cyrillic letters', 'превет', 'привет'],
  ])('contains the word meant by %s', (_, slip, meant) => expect(listNearWords(slip)).toContain(meant));

  it.each(['', 'ab', '2026', 'a1b2', '東京', 'приvet', 'a'.repeat(41)])('is empty for %j', (term) =>
    expect(listNearWords(term)).toEqual([]),
  );

  it('contains words with one slip and no others, each once', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdez'), minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(word, (term) => {
        const near = listNearWords(term);
        expect(new Set(near).size).toBe(near.length);
        expect(near.filter((other) => countSlips(term, other, 3) !== 1)).toEqual([]);
      }),
    );
  });
});

describe('countSlips', () => {
  it.each([
    ['same', 'same', 3, 0],
    ['recieve', 'receive', 3, 1],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, 3],
    ['', 'abc', 3, 3],
    ['asyncronous', 'asynchronous', 2, 1],
    ['abcdef', 'uvwxyz', 2, 3],
  ])('counts those between %j and %j, at most %i + 1', (a, b, max, slips) => {
    expect(countSlips(a, b, max)).toBe(slips);
    expect(countSlips(b, a, max)).toBe(slips);
  });
});
