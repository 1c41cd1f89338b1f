import { expectWithin } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightRanges, snippet, tokenize } from '../src/index.js';
import { hostileText, NOTE_TEXT, query } from './support.js';

const getHighlightedTexts = (text: string, search: string, scope: 'title' | 'body' = 'body') =>
  highlightRanges(text, query(search), { scope }).map(([start, end]) => text.slice(start, end));

describe('highlightRanges', () => {
  it.each<[string, string, string[]]>([
    ['a b a', 'a', ['a', 'a']],
    ['Crème brûlée', 'BRULEE cre*', ['Crème', 'brûlée']],
    ['one, two three', '"two three"', ['two three']],
    ['one, two. Three', '"two thr"*', ['two. Three']],
    ['a a a b', '"a a"', ['a a a']],
    ['a b c d', '"a b" "b c"', ['a b c']],
    ['東京タワー', '京タ ワ', ['京タワ']],
    ['㍿ is 株', '会社', ['㍿']],
    ['a b c', 'a -b -(c -d)', ['a']],
    ['d', 'a -(c -d)', ['d']],
    ['a b', 'title:a body:b', ['b']],
    ['a b', 'tag:a', []],
    ['a b', '', []],
  ])('in %j, the query %j marks %j', (text, search, expected) => {
    expect(getHighlightedTexts(text, search)).toEqual(expected);
  });

  it('marks only texts of the requested scope', () => {
    expect(getHighlightedTexts('a b', 'title:a body:b', 'title')).toEqual(['a']);
  });

  it('searches a part of the text, with offsets in the whole text', () => {
    expect(highlightRanges('a b a b a', query('a'), { scope: 'body', from: 2, to: 8 })).toEqual([[4, 5]]);
  });

  it('reads a negative offset as the start of the text', () => {
    expect(highlightRanges('a b a', query('a'), { scope: 'body', from: -3, to: 1 })).toEqual([[0, 1]]);
    expect(highlightRanges('a b a', query('a'), { scope: 'body', to: -1 })).toEqual([]);
  });

  it('marks exactly what a comparison at every token finds', () => {
    const word = fc.constantFrom('a', 'b', 'ab', 'aa', 'é', 'x', '7');
    const phrase = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 5 }), star: fc.constantFrom('', '*') });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 30 }),
        fc.array(phrase, { minLength: 1, maxLength: 3 }),
        (words, phrases) => {
          const text = words.join(' ');
          const search = query(phrases.map(({ words, star }) => `"${words.join(' ')}"${star}`).join(' OR '));
          const tokens = tokenize(text);
          const covered = new Array<boolean>(text.length).fill(false);
          for (const { words, star } of phrases) {
            const terms = words.map((term) => tokenize(term)[0]!.term);
            tokens.forEach((token, at) => {
              const found = terms.every((term, i) => {
                const other = tokens[at + i]?.term ?? '';
                return other === term || (star === '*' && i === terms.length - 1 && other.startsWith(term));
              });
              if (found) covered.fill(true, token.start, tokens[at + terms.length - 1]!.end);
            });
          }
          const ranges = highlightRanges(text, search, { scope: 'body' });
          const marks = new Array<boolean>(text.length).fill(false);
          ranges.forEach(([start, end], i) => {
            expect(start).toBeGreaterThan(ranges[i - 1]?.[1] ?? -1);
            marks.fill(true, start, end);
          });
          expect(marks).toEqual(covered);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('marks text that folds to terms of the query', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, after) => {
        const text = `${before} Été ${after}`;
        const ranges = highlightRanges(text, query('été'), { scope: 'body' });
        expect(ranges.length).toBeGreaterThan(0);
        for (const [start, end] of ranges) {
          for (const { term } of tokenize(text.slice(start, end))) expect(term).toBe('ete');
        }
      }),
    );
  });

  it('takes linear time for a repetitive text and phrase', () => {
    const phrase = query(`"${'a '.repeat(250)}b"`);
    const body = 'a '.repeat(100_000);
    expectWithin(1_000, () => expect(highlightRanges(body, phrase, { scope: 'body' })).toEqual([]));
  });
});

describe('snippet', () => {
  it('snippet removes markup from the lines of a piece, unless only the markup matches', () => {
    const removeMarkup = (piece: string, beginsLine: boolean) => (beginsLine ? piece.replace(/^\w: /gm, '') : piece);
    const find = (text: string, words: string) => snippet(text, query(words), { removeMarkup });
    expect(find('a: one\nb: two', 'two')).toEqual({ snippet: 'one two', highlights: [[4, 7]] });
    expect(find('a: one\nb: two', 'b')).toEqual({ snippet: 'a: one b: two', highlights: [[7, 8]] });
    expect(find('a: one\nb: two', 'tag:x')).toEqual({ snippet: 'one two', highlights: [] });
    expect(find(`${filler(50)}\nz: a needle`, 'needle').snippet).toContain('z: a needle');
  });

  const filler = (words: number) => 'lorem ipsum '.repeat(words);

  it('returns a short body whole, on one line', () => {
    expect(snippet(' One\r\n\ttwo  three\n', query('two'))).toEqual({ snippet: 'One two three', highlights: [[4, 7]] });
    expect(snippet('', query('two'))).toEqual({ snippet: '', highlights: [] });
  });

  it('returns the beginning if nothing matches', () => {
    const found = snippet(filler(50), query('tag:x'));
    expect(found.snippet).toMatch(/^lorem ipsum .* (lorem|ipsum)…$/);
    expect(found.snippet.length).toBeLessThanOrEqual(200);
    expect(found.highlights).toEqual([]);
  });

  it('surrounds the first hit with whole words', () => {
    const found = snippet(`${filler(50)}the needle here. ${filler(50)}needle`, query('needle'));
    expect(found.snippet).toMatch(/^…(lorem|ipsum) .*the needle here\. .* (lorem|ipsum)…$/);
    expect(found.highlights.map(([start, end]) => found.snippet.slice(start, end))).toEqual(['needle']);
  });

  it('uses the full length near the end of the body', () => {
    const { snippet: text } = snippet(`${filler(50)}needle.`, query('needle'));
    expect(text).toMatch(/^….*needle\.$/);
    expect(text.length).toBeGreaterThan(185);
  });

  it('cuts a word only if the word alone is too long', () => {
    const long = `${filler(50)}${'x'.repeat(500)} end`;
    expect(snippet(long, query('xx*'), { maxLength: 100 })).toEqual({
      snippet: `…${'x'.repeat(98)}…`,
      highlights: [[1, 99]],
    });
    const emoji = snippet('👍'.repeat(300), query('x'), { maxLength: 50 }).snippet;
    expect(emoji).toBe(`${'👍'.repeat(24)}…`);
    const math = snippet('𝒳'.repeat(300), query('x'), { maxLength: 50 }).snippet;
    expect(math).toBe(`${'𝒳'.repeat(24)}…`);
  });

  it('searches only the first 256 Ki units', () => {
    const before = (length: number) => 'ab '.repeat(length / 3).padEnd(length);
    const hit = (text: string, search = 'needle') => snippet(text, query(search)).highlights.length > 0;
    expect(hit(`${before(262_144 - 7)}needle ${filler(9)}`)).toBe(true);
    expect(hit(`${before(262_144)}needle ${filler(9)}`)).toBe(false);
    // A word cut by the limit would look like another word.
    expect(hit(`${before(262_144 - 4)}needles ${filler(9)}`, 'need')).toBe(false);
    expect(hit(`${before(262_144 - 4)}need`, 'need')).toBe(true);
  });

  it('takes at most 500 ms for a body of several megabytes', () => {
    for (const body of [' '.repeat(2 ** 23), 'x'.repeat(2 ** 23), 'a '.repeat(2 ** 22), '\u0301'.repeat(2 ** 23)]) {
      expectWithin(500, () => snippet(body, query('"a a a b" OR zz*')));
    }
  });

  it('stays within maxLength and highlights its matches, for any body', () => {
    const body = fc.array(fc.oneof(hostileText, NOTE_TEXT), { maxLength: 12 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(
        body,
        fc.constantFrom('a', '"a b"', 'b*', '東京', 'title:a', '-a'),
        fc.integer({ min: 20, max: 60 }),
        (text, search, maxLength) => {
          const wellFormed = text.replace(/\p{Cs}/gu, '');
          const found = snippet(wellFormed, query(search), { maxLength });
          expect(found.snippet.length).toBeLessThanOrEqual(maxLength);
          expect(found.snippet).not.toMatch(/\p{Cs}/u);
          expect(found.snippet).not.toMatch(/[\n\r\t\0]| {2}/);
          expect(found.highlights).toEqual(highlightRanges(found.snippet, query(search), { scope: 'body' }));
          const inBody = highlightRanges(wellFormed, query(search), { scope: 'body' });
          if (inBody.length === 0) expect(found.highlights).toEqual([]);
          if (search === 'a' && inBody.length > 0) expect(found.highlights.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
