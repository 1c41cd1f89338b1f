import { tokenize } from '@notes/query-language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIndexableText } from './indexable.js';

const terms = (text: string) => tokenize(text).map(({ term }) => term);

describe('indexable', () => {
  it('has the terms of the text, wherever pieces end', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('plain words, of no interest '.repeat(12), 'crème brûlée', '東京\u3099', '\u0301', '', '\r'),
    );
    const text = fc.array(line, { minLength: 20, maxLength: 120 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (source) => {
        expect(terms(toIndexableText(source))).toEqual(terms(source));
      }),
      { seed: 20_261_121, numRuns: 100 },
    );
  });

  it.each([
    ['without line breaks', 'é word '.repeat(2_000)],
    ['with a line break at the end only', `${'word '.repeat(1_000)}\n`],
    ['of line breaks only', '\n'.repeat(5_000)],
    ['that is empty', ''],
  ])('has the terms of a text %s', (_, text) => {
    expect(terms(toIndexableText(text))).toEqual(terms(text));
  });
});
