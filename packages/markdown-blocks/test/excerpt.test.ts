import { readFileSync } from 'node:fs';
import { expectWithin } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt } from '../src/index.js';
import { isWellFormed, SEED, text } from './text.js';

interface Vector {
  name: string;
  body: string;
  maxChars: number;
  excerpt: string;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/excerpt.json', import.meta.url), 'utf8'));

describe('excerpt', () => {
  test.each(vectors)('$name', ({ body, maxChars, excerpt: expected }) => {
    expect(excerpt(body, maxChars)).toBe(expected);
  });

  test('returns one well-formed line of at most maxChars', () => {
    fc.assert(
      fc.property(text(200), fc.nat(120), (body, maxChars) => {
        const found = excerpt(body, maxChars);
        expect(found.length).toBeLessThanOrEqual(maxChars);
        expect(isWellFormed(found)).toBe(true);
        expect(found).toBe(found.replace(/\s+/g, ' ').trim());
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test('cuts between graphemes', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const pieces = fc.array(fc.constantFrom('a', 'e\u0301', '👩‍👧', '🇫🇷', '漢', '한'), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 2, max: 20 }), (parts, maxChars) => {
        const body = parts.join('');
        const kept = excerpt(body, maxChars).slice(0, -1);
        const starts = Array.from(graphemes.segment(body), ({ index }) => index);
        expect(body.startsWith(kept)).toBe(true);
        expect(starts).toContain(kept.length);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('keeps words without marks unchanged', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcäöü漢字'), minLength: 1, maxLength: 8 }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '\r\n\r\n'), (list, separator) => {
        expect(excerpt(list.join(separator), 1000)).toBe(list.join(' '));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('reads only the opening', () => {
    const body = `${'word '.repeat(2000)}end`;
    const found = excerpt(body, 100_000);
    expect(found).toMatch(/^(?:word )+word…$/);
    expect(found.length).toBeLessThan(8200);
    expect(excerpt(`${' \n'.repeat(5000)}late`, 100)).toBe('');
    expect(excerpt(`---\n${'k: v\n'.repeat(9000)}---\nText`, 100)).toBe('Text');
    expect(excerpt(`---\n${'k: v\n'.repeat(20_000)}---\nText`, 8)).toBe('k: v k:…');
  });

  test('skips front matter that closes at the edge of the window, but not a line cut there', () => {
    const filler = (length: number) => `---\nk: ${'x'.repeat(length - 8)}\n`;
    expect(excerpt(`${filler(65_533)}---`, 9)).toBe('');
    expect(excerpt(`${filler(65_532)}---\nText`, 9)).toBe('Text');
    expect(excerpt(`${filler(65_533)}---x\n`, 9)).toBe('k: xxxxx…');
  });

  test('omits a construct that the window cuts off', () => {
    const data = 'A'.repeat(20_000);
    expect(excerpt(`![alt](data:image/png;base64,${data}) tail`, 200)).toBe('alt…');
    expect(excerpt(`Text <img src="data:${data}"> tail`, 200)).toBe('Text…');
    expect(excerpt(`[a](x "${data}`, 200)).toBe('a…');
  });

  test.each(
    [
      ...[
        '*',
        '*a',
        'a* *a ',
        '_a_',
        '`a``b',
        '[',
        '[a](',
        '[a](b "',
        "[a](b 'c [a](b (c ",
        '[a][',
        '[[a|',
        '![',
        '](',
      ],
      ...[
        '<',
        '<a ',
        '<a href="',
        '<!--',
        '<a@',
        '>',
        '>\n',
        '# ',
        '#',
        '1. ',
        '- ',
        '[a]: x ',
        '|',
        '\\',
        '[^',
        ' \n',
        '```\n',
      ],
      ...['\u0301', '🇦', '👩\u200d', ' ', '[a](\\(', '~~a', '`'],
    ].map((piece) => [piece] as const),
  )('takes bounded time for a body of %j', (piece) => {
    const body = `x${piece.repeat(4_000_000 / piece.length)}x`;
    excerpt(body, 200);
    expectWithin(50, () => excerpt(body, 200));
  });
});
