import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuery, LIMITS, parseQuery } from '../src/index.js';
import { hostileText, query } from './support.js';

const canonical = (text: string) => canonicalQuery(query(text));

describe('canonicalQuery', () => {
  it.each([
    ['', ''],
    ['b A b', 'a b'],
    ['(b) OR (a OR (c))', 'a OR b OR c'],
    ['-(a) --b', '-a b'],
    ['"Machine  LEARNING!"', '"machine learning"'],
    ['machine-learning*', '"machine learning"*'],
    ['"東京"', '東京'],
    ['"東 京 tower"', '東京tower'],
    ['category:Été', 'notebook:été'],
    ['TITLE:Été', 'title:ete'],
    ['tag:"none" tag:NONE', 'tag:"none" tag:none'],
    ['notebook:"nb_x"', 'notebook:"nb_x"'],
    ['tag:a\\"b\\\\c', 'tag:"a\\"b\\\\c"'],
    ['created:1d updated:2w', 'created:today updated:14d'],
    ['created:2026-01-01..2026-01-01', 'created:2026-01-01'],
    ['links-to:Plan linked-from:doc_x', 'linked-from:doc_x links-to:"plan"'],
    ['filename:"a b" filename:"a b"*"c*" mime:IMAGE/*', 'filename:"a b" filename:"a b"*"c*" mime:image/*'],
    ['(a OR b) (b OR a)', 'a OR b'],
    ['x (b OR a c)', '(a c OR b) x'],
  ])('prints %j as %j', (text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  it.each([
    ['a b', 'a OR b'],
    ['"a b"', 'a b'],
    ['ab', 'ab*'],
    ['a', 'title:a'],
    ['tag:ete', 'tag:été'],
    ['created:today', 'updated:today'],
    ['(a OR b) c', 'a OR b c'],
    ['-(a b)', '-a -b'],
    ['filename:"a*"', 'filename:a*'],
  ])('prints %s and %s differently', (one, other) => {
    expect(canonical(one)).not.toBe(canonical(other));
  });

  it('prints text that parses to an equal query', () => {
    let parsed = 0;
    fc.assert(
      fc.property(hostileText, (text) => {
        const result = parseQuery(text);
        if (!result.ok) return;
        parsed++;
        const printed = canonicalQuery(result.query);
        expect(parseQuery(printed)).toEqual(result);
      }),
      { numRuns: samples(2000) },
    );
    expect(parsed).toBeGreaterThan(1000);
  });

  it('prints text over the byte limit only for a query close to it', () => {
    const words = Array.from({ length: 128 }, (_, index) => `${String(index).padStart(28, 'x')}.y`);
    const long = canonical(words.join(' '));
    expect(long.length).toBeGreaterThan(LIMITS.bytes);
    expect(parseQuery(long)).toMatchObject({ ok: false, error: { code: 'too_long' } });
    const plain = 'a.b '.repeat(120).trim();
    expect(parseQuery(canonical(plain))).toEqual(parseQuery(plain));
  });
});
