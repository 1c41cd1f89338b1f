import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../src/merge/index.js';
import { appendSuffix, makeNamesUnique } from '../src/merge/unique-names.js';
import { readVectors } from './support.js';

describe('foldName', () => {
  it.each([
    ['Work', 'WORK'],
    ['Straße', 'STRASSE'],
    ['ΌΣΟΣ', 'όσος'],
    ['é', 'E\u0301'],
    ['ﬁn', 'FIN'],
    ['𐐀', '𐐨'],
    ['ᲀ', 'В'],
    ['K', 'k'],
  ])('folds %s and %s to one key', (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ['e', 'é'],
    ['ss', 's'],
    ['а', 'a'],
  ])('folds %s and %s to different keys', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it('does not change a folded name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });

  it('matches the vector and the case folding of Unicode', () => {
    const { folds } = readVectors<{ folds: Record<string, string> }>('folding');
    expect(Object.keys(folds).length).toBeGreaterThan(1000);
    for (const [character, folded] of Object.entries(folds)) {
      expect(foldName(character)).toBe(folded);
      const platform = character.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
      expect(platform.normalize('NFC')).toBe(folded);
    }
  });
});

describe('unique names', () => {
  it('number equal names and keep the first of each', () => {
    const name = fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'b', 'Taken');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const unique = makeNamesUnique(names, ['taken']);
        expect(new Set([...unique, 'taken'].map(foldName)).size).toBe(names.length + 1);
        for (const [i, given] of names.entries()) {
          const isFirst = names.findIndex((other) => foldName(other) === foldName(given)) === i;
          if (isFirst && given !== 'Taken') expect(unique[i]).toBe(given);
        }
      }),
    );
  });

  it('are cut between characters to fit the suffix', () => {
    expect(appendSuffix('aé🐈', ' (2)', 7)).toBe('aé (2)');
    expect(appendSuffix('aé🐈', ' (2)', 6)).toBe('a (2)');
    expect(appendSuffix('aé', ' (2)', 100)).toBe('aé (2)');
    const [first, second] = makeNamesUnique(['x'.repeat(1024), 'x'.repeat(1024)]) as [string, string];
    expect(first).toHaveLength(1024);
    expect(second).toBe(`${'x'.repeat(1020)} (2)`);
  });
});
