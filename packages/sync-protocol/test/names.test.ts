import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../src/index.js';
import { uniqueNames, withSuffix } from '../src/merge/unique-names.js';
import { readVectors } from './support.js';

describe('the folding of names', () => {
  it.each([
    ['Work', 'WORK'],
    ['Straße', 'STRASSE'],
    ['ΌΣΟΣ', 'όσος'],
    ['é', 'E\u0301'],
    ['ﬁn', 'FIN'],
    ['𐐀', '𐐨'],
    ['ᲀ', 'В'],
    ['K', 'k'],
  ])('takes %s and %s for one', (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ['e', 'é'],
    ['ss', 's'],
    ['а', 'a'],
  ])('tells %s from %s', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });

  it('is that of the vector, which is what Unicode says of characters it has', () => {
    const { folds } = readVectors<{ folds: Record<string, string> }>('folding');
    expect(Object.keys(folds).length).toBeGreaterThan(1000);
    for (const [character, folded] of Object.entries(folds)) {
      expect(foldName(character)).toBe(folded);
      const platform = character.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
      expect(platform.normalize('NFC')).toBe(folded);
    }
  });
});

describe('names that have to differ', () => {
  it('differ, and the first of each keeps its own', () => {
    const name = fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'b', 'Taken');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const unique = uniqueNames(names, ['taken']);
        expect(new Set([...unique, 'taken'].map(foldName)).size).toBe(names.length + 1);
        for (const [i, given] of names.entries()) {
          const isFirst = names.findIndex((other) => foldName(other) === foldName(given)) === i;
          if (isFirst && given !== 'Taken') expect(unique[i]).toBe(given);
        }
      }),
    );
  });

  it('are cut between characters to make room', () => {
    expect(withSuffix('aé🐈', ' (2)', 7)).toBe('aé (2)');
    expect(withSuffix('aé🐈', ' (2)', 6)).toBe('a (2)');
    expect(withSuffix('aé', ' (2)', 100)).toBe('aé (2)');
    const [first, second] = uniqueNames(['x'.repeat(1024), 'x'.repeat(1024)]) as [string, string];
    expect(first).toHaveLength(1024);
    expect(second).toBe(`${'x'.repeat(1020)} (2)`);
  });
});
