import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocator, lineRange } from '../src/index.js';
import { SEED, text } from './text.js';

describe('lineRange', () => {
  test.each([
    ['', 1, 1, { start: 1, end: 1, totalLines: 1, text: '' }],
    ['', 2, 9, { start: 2, end: 1, totalLines: 1, text: '' }],
    ['a', 1, 1, { start: 1, end: 1, totalLines: 1, text: 'a' }],
    ['\n', 1, 5, { start: 1, end: 1, totalLines: 1, text: '\n' }],
    ['a\nb\n', 1, 1, { start: 1, end: 1, totalLines: 2, text: 'a\n' }],
    ['a\nb\n', 2, 2, { start: 2, end: 2, totalLines: 2, text: 'b\n' }],
    ['a\nb\n', 3, 3, { start: 3, end: 2, totalLines: 2, text: '' }],
    ['a\nb', 2, 7, { start: 2, end: 2, totalLines: 2, text: 'b' }],
    ['a\r\nb\rc\r\n', 1, 2, { start: 1, end: 2, totalLines: 2, text: 'a\r\nb\rc\r\n' }],
    ['a\n\n\nb', 2, 3, { start: 2, end: 3, totalLines: 4, text: '\n\n' }],
  ])('returns the lines of %j from %i to %i', (body, start, end, expected) => {
    expect(lineRange(body, start, end)).toEqual(expected);
  });

  test.each([
    [0, 1],
    [2, 1],
    [1.5, 2],
    [1, Number.NaN],
  ])('throws RangeError for %d to %d', (start, end) => {
    expect(() => lineRange('a', start, end)).toThrow(RangeError);
  });

  test('returns lines that together are the body', () => {
    fc.assert(
      fc.property(text(), (body) => {
        const { totalLines } = lineRange(body, 1, 1);
        const lines = Array.from({ length: totalLines }, (_, i) => lineRange(body, i + 1, i + 1).text);
        expect(lines.join('')).toBe(body);
        expect(lines.slice(0, -1).every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
        expect(lineRange(body, 1, totalLines + 3).text).toBe(body);
        expect(lineRange(body, totalLines + 1, totalLines + 3)).toMatchObject({ end: totalLines, text: '' });
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('returns the requested range with its line endings kept', () => {
    fc.assert(
      fc.property(text(), fc.nat(12), fc.nat(6), (body, before, more) => {
        const [start, end] = [before + 1, before + 1 + more];
        const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [''];
        expect(lineRange(body, start, end).text).toBe(lines.slice(start - 1, end).join(''));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('createLocator', () => {
  const naive = (body: string, offset: number) => {
    const before = body.slice(0, offset);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return { line: before.split('\n').length, column: [...line].length + 1, byte: Buffer.byteLength(before) };
  };
  const boundaries = (body: string) => {
    const offsets = [0];
    for (const character of body) offsets.push(offsets.at(-1)! + character.length);
    return offsets;
  };

  test('agrees with counting, for offsets in any order', () => {
    fc.assert(
      fc.property(text(), fc.infiniteStream(fc.nat()), (body, picks) => {
        const locator = createLocator(body);
        const offsets = boundaries(body);
        for (const offset of offsets) expect(locator.locate(offset)).toEqual(naive(body, offset));
        for (const pick of picks.take(20)) {
          const offset = offsets[pick % offsets.length]!;
          expect(locator.locate(offset)).toEqual(naive(body, offset));
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('agrees with counting over a long body, from the end backwards', () => {
    const body = ['é😀漢a\n'.repeat(10), '😀'.repeat(3000), '\n', 'ab\r\n'.repeat(1000)].join('');
    const locator = createLocator(body);
    for (let offset = body.length; offset >= 0; offset -= 97) {
      const whole = /[\udc00-\udfff]/.test(body.charAt(offset)) ? offset - 1 : offset;
      expect(locator.locate(offset)).toEqual(naive(body, whole));
    }
  });

  test('throws RangeError for an offset outside the body', () => {
    const locator = createLocator('ab');
    for (const offset of [-1, 3, 0.5, Number.NaN]) expect(() => locator.locate(offset)).toThrow(RangeError);
  });
});
