import { expectWithin } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContainedNames } from './contained-names.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝒳'), minLength: 1, maxLength: 5 });
const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝒳', 'c'), maxLength: 12 });

it('names are found in a text as by comparing each of them [PUB-TITLES]', () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), texts, (names, text) => {
      const contained = new ContainedNames(names);
      expect(contained.isIn(text)).toBe(names.some((name) => text.includes(name)));
      expect(contained.beginsWith(text)).toBe(names.some((name) => text.startsWith(name)));
    }),
  );
});

it('twenty thousand texts are compared with as many names within a second', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index);
  const contained = new ContainedNames(numbers.map((index) => `secret thing ${index}`));
  const find = () => numbers.filter((index) => contained.isIn(`about secret things, number ${index}`));
  expect(find()).toEqual([]);
  expectWithin(1_000, find);
});
