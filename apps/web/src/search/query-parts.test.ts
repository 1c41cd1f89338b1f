import { parseQuery } from '@notes/query-language';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryParts } from './query-parts.js';

test('queryParts gives the kind of each part', () => {
  const parts = queryParts('tag:a OR -"b c" https://x');
  expect(parts.filter(({ kind }) => kind !== 'plain').map(({ text, kind }) => [text, kind])).toEqual([
    ['tag', 'field'],
    ['OR', 'operator'],
    ['-', 'operator'],
    ['"b c"', 'quoted'],
  ]);
});

test('queryParts marks the range of the parser’s error', () => {
  const text = 'tag:a "bc';
  const parsed = parseQuery(text);
  if (parsed.ok) throw new Error('the query has no closing quote');
  const wrong = queryParts(text, parsed.error).filter(({ isWrong }) => isWrong);
  expect(wrong.map((part) => part.text).join('')).toBe(text.slice(parsed.error.start, parsed.error.end));
});

test('queryParts joins to the query', () => {
  const run = fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(20), (text, a, b) => {
    const start = Math.min(a, b, text.length);
    const end = Math.min(Math.max(a, b), text.length);
    const parts = queryParts(text, { start, end });
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
  fc.assert(run, { seed: 6, numRuns: 300 });
});
