import { expectLinear } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeMatches, findLiteral } from '../src/index.js';
import { flat, SEED, text } from './text.js';

const literal = (pattern: string) => pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const ranges = (body: string, pattern: RegExp) =>
  Array.from(body.matchAll(pattern), ({ 0: hit, index }): [number, number] => [index, index + hit.length]);

/** Returns a pattern that matches everywhere except in its middle. */
const middle = (units: number) => `${'a'.repeat(units / 4)}b${'a'.repeat(units / 4)}`;

describe('findLiteral', () => {
  test('returns line, column, bytes and the text of the line', () => {
    expect(findLiteral('é\r\n😀 x Fuß\r\nfuß', 'FUẞ', { limit: 9 })).toEqual({
      matches: [
        { line: 2, column: 5, startByte: 11, endByte: 15, lineText: '😀 x Fuß' },
        { line: 3, column: 1, startByte: 17, endByte: 21, lineText: 'fuß' },
      ],
      total: 2,
      truncated: false,
    });
  });

  test.each([
    ['İstanbul ISTANBUL istanbul ıstanbul', 'istanbul', 2],
    ['straße STRASSE STRAẞE', 'straße', 2],
    ['ΟΔΟΣ οδος οδοσ', 'οδοσ', 3],
    ['𐐀𐐨 😀', '𐐨', 2],
    ['K k K', 'k', 3],
    ['aaaaa', 'aa', 2],
    ['a', '', 0],
    ['', 'a', 0],
    ['a', 'aa', 0],
  ])('in %j, without case, %j has %i matches', (body, pattern, total) => {
    expect(findLiteral(body, pattern, { limit: 9 }).total).toBe(total);
  });

  test('counts matches beyond the limit', () => {
    const found = findLiteral('ab '.repeat(500), 'AB', { limit: 200 });
    expect(found).toMatchObject({ total: 500, truncated: true });
    expect(found.matches).toHaveLength(200);
    expect(findLiteral('ab', 'ab', { limit: 0 })).toEqual({ matches: [], total: 1, truncated: true });
  });

  test('returns the bytes of each match, with exact case when caseSensitive', () => {
    const picks = fc.tuple(text(), fc.nat(), fc.nat(6)).map(([body, at, length]) => {
      const characters = [...body];
      const from = characters.length === 0 ? 0 : at % characters.length;
      return { body, pattern: characters.slice(from, from + 1 + length).join('') };
    });
    fc.assert(
      fc.property(picks, ({ body, pattern }) => {
        fc.pre(pattern !== '');
        const found = findLiteral(body, pattern, { caseSensitive: true, limit: 1000 });
        expect(found.total).toBe(body.split(pattern).length - 1);
        const bytes = Buffer.from(body);
        for (const match of found.matches) {
          expect(bytes.subarray(match.startByte, match.endByte).toString()).toBe(pattern);
          const line = body.split('\n')[match.line - 1]!;
          expect(match.lineText).toBe(body.split('\n').length > match.line ? line.replace(/\r$/, '') : line);
          expect(pattern.startsWith([...line, '\n'][match.column - 1]!)).toBe(true);
        }
      }),
      { seed: SEED, numRuns: samples(400) },
    );
  });

  test('agrees without case with a regular expression under Unicode case folding', () => {
    fc.assert(
      fc.property(text(), text(2), (body, pattern) => {
        fc.pre(pattern !== '');
        const expected = describeMatches(body, ranges(body, new RegExp(literal(pattern), 'giu')), { limit: 1000 });
        expect(findLiteral(body, pattern, { limit: 1000 })).toEqual(expected);
      }),
      { seed: SEED, numRuns: samples(400) },
    );
  });

  test('folds every cased character like Unicode', () => {
    // Three pairs that Unicode 15.1 made equal depend on the engine's tables.
    const irregular = /[\u0390\u03b0\u1fd3\u1fe3\ufb05\ufb06]/u;
    const cased: string[] = [];
    for (let point = 0; point < 0x11_0000; point++) {
      const character = point >= 0xd800 && point < 0xe000 ? '' : String.fromCodePoint(point);
      if (/\p{Changes_When_Casemapped}/u.test(character) && !irregular.test(character)) cased.push(character);
    }
    const all = cased.join('');
    expect(cased.length).toBeGreaterThan(2500);
    for (const character of cased) {
      const expected = all.match(new RegExp(character, 'giu'))!.length;
      expect(`${character} ${findLiteral(all, character, { limit: 0 }).total}`).toBe(`${character} ${expected}`);
    }
  });

  test('finds all matches in repetitive text, which changes the algorithm', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 14 }), (pattern) => {
        const body = 'aab'.repeat(700) + 'abba'.repeat(300) + pattern + 'a'.repeat(900) + pattern;
        const expected = ranges(body, new RegExp(pattern, 'g')).length;
        expect(findLiteral(body, pattern, { caseSensitive: true, limit: 0 }).total).toBe(expected);
        expect(findLiteral(body, pattern.toUpperCase(), { limit: 0 }).total).toBe(expected);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test.each([
    ['a…ab', (s: string) => findLiteral(s, `${'a'.repeat(5000)}b`, { caseSensitive: true, limit: 9 })],
    // V8's `indexOf` takes half a minute for this pattern at a million units.
    ['a…aba…a', (s: string) => findLiteral(s, middle(s.length), { caseSensitive: true, limit: 9 })],
    ['a…aba…a without case', (s: string) => findLiteral(s, middle(s.length), { limit: 9 })],
    ['a pattern of half the body', (s: string) => findLiteral(s, `${'a'.repeat(s.length / 2)}b`, { limit: 9 })],
    ['a match at each unit, one line', (s: string) => findLiteral(s, 'a', { limit: 200 })],
  ])('takes linear time on a body of a: %s', (_, run) => {
    expectLinear((units) => flat(`${'a'.repeat(units - 1)}b`), run);
  });
});

describe('lineText', () => {
  const only = (body: string, pattern: string) => findLiteral(body, pattern, { limit: 1 }).matches[0]!.lineText;

  test('is a window around the match in a long line', () => {
    const body = `first\n${'x'.repeat(5000)}needle${'y'.repeat(5000)}\nlast`;
    const line = only(body, 'needle');
    expect(line).toBe(`${'x'.repeat(117)}needle${'y'.repeat(117)}`);
    expect(only(`needle${'y'.repeat(5000)}`, 'needle')).toBe(`needle${'y'.repeat(234)}`);
    expect(only(`${'y'.repeat(5000)}needle\r\n`, 'needle')).toBe(`${'y'.repeat(234)}needle`);
    expect(only('z'.repeat(3000), 'z'.repeat(2000))).toBe('z'.repeat(240));
  });

  test('never splits a surrogate pair', () => {
    for (let shift = 0; shift < 4; shift++) {
      const line = only(`${'x'.repeat(shift)}${'😀'.repeat(900)}needle${'😀'.repeat(900)}`, 'needle');
      expect(line).toMatch(/^x*(?:😀)+needle(?:😀)+$/u);
      expect(line.length).toBeGreaterThan(237);
      expect(line.length).toBeLessThanOrEqual(240);
    }
  });

  test('omits the line ending, even if the match is in it', () => {
    expect(only('ab\r\ncd', '\r\n')).toBe('ab');
    expect(only('ab\r\ncd', '\n')).toBe('ab');
    expect(only('ab\r\ncd', 'b\r\nc')).toBe('ab');
    expect(only('\n', '\n')).toBe('');
  });
});

describe('describeMatches', () => {
  test('accepts ranges in any order, empty ones, and ones over several lines', () => {
    const found = describeMatches(
      flat('aé\n😀b'),
      new Set<[number, number]>([
        [5, 6],
        [0, 5],
        [6, 6],
      ]),
      { limit: 9 },
    );
    expect(found).toEqual({
      matches: [
        { line: 2, column: 2, startByte: 8, endByte: 9, lineText: '😀b' },
        { line: 1, column: 1, startByte: 0, endByte: 8, lineText: 'aé' },
        { line: 2, column: 3, startByte: 9, endByte: 9, lineText: '😀b' },
      ],
      total: 3,
      truncated: false,
    });
  });

  test('counts every range beyond the limit', () => {
    const many = Array.from({ length: 300 }, (_, i): [number, number] => [i, i + 1]);
    expect(describeMatches('x'.repeat(300), many, { limit: 200 })).toMatchObject({ total: 300, truncated: true });
  });

  test('throws RangeError for a range outside the body', () => {
    expect(() => describeMatches('ab', [[1, 3]], { limit: 1 })).toThrow(RangeError);
  });
});
