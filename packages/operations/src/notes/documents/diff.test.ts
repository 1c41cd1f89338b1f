import { expectWithin } from '@notes/tooling/expect-time';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './diff.js';

const SEED = 20_261_121;
/** Applies a diff without fuzz. */
const apply = (before: string, diff: string) =>
  diff === '' ? before : applyPatch(before, diff, { fuzzFactor: 0, autoConvertLineEndings: false });
const changedLines = (diff: string) => diff.split('\n').filter((line) => /^[+-](?!--|\+\+)/.test(line)).length;

describe('unifiedDiff', () => {
  it('of equal texts is empty', () => {
    expect([unifiedDiff('', ''), unifiedDiff('a\nb', 'a\nb')]).toEqual(['', '']);
  });

  it('shows the changed lines with three lines of context', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
    expect(unifiedDiff(before, before.replace('line 9\n', 'nine\n'))).toBe(
      [
        '--- stored',
        '+++ edited',
        '@@ -7,7 +7,7 @@',
        ' line 6',
        ' line 7',
        ' line 8',
        '-line 9',
        '+nine',
        ' line 10',
        ' line 11',
        ' line 12',
        '',
      ].join('\n'),
    );
  });

  it('marks a text without a final newline', () => {
    expect(unifiedDiff('a', 'a\n')).toBe(
      '--- stored\n+++ edited\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n',
    );
    expect(unifiedDiff('', 'a')).toBe('--- stored\n+++ edited\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n');
    expect(unifiedDiff('a\n', '')).toBe('--- stored\n+++ edited\n@@ -1,1 +0,0 @@\n-a\n');
  });

  it('produces a patch that gives exactly the new text [N-DRY-RUN-DIFF]', () => {
    const line = fc.constantFrom('a', 'b', '', ' ', '-a', '+a', '@@ -1,1 +1,1 @@', '\\', 'é', 'a\rb');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '')), { maxLength: 40 });
    const texts = text.map((pieces) => pieces.flat().join(''));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        expect(apply(before, unifiedDiff(before, after))).toBe(after);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('of a changed part in a long text has no more lines than the part', () => {
    const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n'), { maxLength: 8 }).map((pieces) => pieces.join(''));
    const around = Array.from({ length: 200 }, (_, index) => `${index % 7}\n`).join('');
    fc.assert(
      fc.property(lines, lines, (old, now) => {
        const diff = unifiedDiff(`${around}${old}${around}`, `${around}${now}${around}`);
        expect(apply(`${around}${old}${around}`, diff)).toBe(`${around}${now}${around}`);
        expect(changedLines(diff)).toBeLessThanOrEqual(old.length + now.length);
      }),
      { seed: SEED },
    );
  });

  it.each([
    [
      'more changed lines than are compared',
      (index: number) => `old ${index}\n`,
      (index: number) => `new ${index}\n`,
      5_000,
    ],
    [
      'more text than is compared',
      (index: number) => `${index} ${'x'.repeat(100)}\n`,
      (index: number) => `${index} ${'y'.repeat(100)}\n`,
      6_000,
    ],
  ])('of %s has one hunk and applies exactly', (_, old, now, count) => {
    const text = (line: (index: number) => string) =>
      `same\n${Array.from({ length: count }, (_, index) => line(index)).join('')}last`;
    const diff = unifiedDiff(text(old), text(now));
    expect(apply(text(old), diff)).toBe(text(now));
    expect(parsePatch(diff)[0]?.hunks).toHaveLength(1);
  });

  it.each([
    ['lines that repeat', 'a\n'.repeat(120_000), (index: number) => (index % 97 === 0 ? 'y\n' : 'a\n')],
    ['empty lines', '\n'.repeat(4_000_000), () => 'x\n'],
    ['one line', 'x'.repeat(8_000_000), () => 'y'],
  ])('of %s finishes within its time limit', (_, before, line) => {
    const after = Array.from({ length: 100_000 }, (__, index) => line(index)).join('');
    expectWithin(3_000, () => {
      expect(unifiedDiff(before, after).startsWith('--- stored\n+++ edited\n@@ -1,')).toBe(true);
    });
  });
});
