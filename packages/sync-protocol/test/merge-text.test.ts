import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MERGE_LIMITS } from '../src/merge/limits.js';
import { matchLines } from '../src/merge/match-lines.js';
import { mergeScalar, mergeText } from '../src/merge/three-way.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 12 });
const text = lines.map((all) => all.join('\n'));

/** Returns the length of a longest common subsequence, by its definition. */
function longest(a: ArrayLike<number>, b: ArrayLike<number>, i = 0, j = 0): number {
  if (i === a.length || j === b.length) return 0;
  if (a[i] === b[j]) return 1 + longest(a, b, i + 1, j + 1);
  return Math.max(longest(a, b, i + 1, j), longest(a, b, i, j + 1));
}

describe('matchLines', () => {
  const numbers = fc.array(fc.nat(3), { maxLength: 9 }).map((all) => Uint32Array.from(all));

  it('finds a longest common subsequence', () => {
    fc.assert(
      fc.property(numbers, numbers, (base, side) => {
        const matches = matchLines(base, side) as Int32Array;
        const pairs = [...matches].flatMap((to, from) => (to === -1 ? [] : [[from, to] as const]));
        expect(pairs.every(([from, to]) => base[from] === side[to])).toBe(true);
        expect(pairs.every(([, to], i) => i === 0 || to > (pairs[i - 1]?.[1] as number))).toBe(true);
        expect(pairs).toHaveLength(longest(base, side));
      }),
    );
  });

  it('advances in the base when both subsequences are equally long', () => {
    // In x|1 2|y and x|2 1|y, either 1 or 2 could be common.
    expect([...(matchLines(Uint32Array.of(1, 2), Uint32Array.of(2, 1)) as Int32Array)]).toEqual([-1, 0]);
  });

  it('returns null when there are too many cells to compare', () => {
    const rows = Uint32Array.from({ length: 4001 }, (_, i) => i);
    expect(matchLines(rows, rows.toReversed())).toBeNull();
    expect(MERGE_LIMITS.cells).toBe(4000 * 4000);
    expect(matchLines(rows, Uint32Array.from([...rows, 5]))).not.toBeNull();
  });
});

describe('mergeText', () => {
  it.each([
    ['separate edits', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['the same edit', 'a\nb', 'a\nB', 'a\nB', 'a\nB'],
    ['the same edit and another', 'a\nb\nc', 'A\nb\nc', 'A\nb\nC', 'A\nb\nC'],
    ['a line removed and one added elsewhere', 'a\nb\nc', 'b\nc', 'a\nb\nc\nd', 'b\nc\nd'],
    ['all lines removed by both', 'a', '', '', ''],
    ['one line edited by both', 'a\nb\nc', 'a\nB\nc', 'a\nβ\nc', null],
    ['edits of adjacent lines', 'a\nb', 'A\nb', 'a\nB', null],
    ['a line edited and removed', 'a\nb\nc', 'a\nB\nc', 'a\nc', null],
    ['two lines added at one position', 'a\nz', 'a\nb\nz', 'a\nc\nz', null],
    ['CRLF line endings', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC', 'A\r\nb\r\nC'],
    ['the end of the last line', 'a\nb', 'A\nb', 'a\nb\n', 'A\nb\n'],
  ])('%s', (_, base, ours, theirs, merged) => {
    const expected = merged === null ? { ok: false, problem: 'conflict' } : { ok: true, text: merged };
    expect(mergeText(base, ours, theirs)).toEqual(expected);
    expect(mergeText(base, theirs, ours)).toEqual(expected);
  });

  it('returns the changed text when the other equals the base', () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        expect(mergeText(base, base, side)).toEqual({ ok: true, text: side });
        expect(mergeText(base, side, base)).toEqual({ ok: true, text: side });
        expect(mergeText(base, side, side)).toEqual({ ok: true, text: side });
      }),
    );
  });

  it('does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(text, text, text, (base, a, b) => {
        expect(mergeText(base, a, b)).toEqual(mergeText(base, b, a));
      }),
    );
  });

  it('keeps every added line and adds none', () => {
    const edit = fc.tuple(fc.nat(20), fc.nat(2), fc.boolean());
    const applyEdits = (
      base: readonly string[],
      edits: readonly (readonly [number, number, boolean])[],
      by: string,
    ) => {
      const all = [...base];
      for (const [i, [at, removed, added]] of edits.entries())
        all.splice(at % (all.length + 1), removed, ...(added ? [by + i] : []));
      return all;
    };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 }), (ofOurs, ofTheirs) => {
        const base = Array.from({ length: 20 }, (_, i) => `line ${i}`);
        const [ours, theirs] = [applyEdits(base, ofOurs, 'ours '), applyEdits(base, ofTheirs, 'theirs ')];
        const merged = mergeText(base.join('\n'), ours.join('\n'), theirs.join('\n'));
        if (!merged.ok) return;
        const kept = base.filter((line) => ours.includes(line) && theirs.includes(line));
        const added = [...ours, ...theirs].filter((line) => !base.includes(line));
        expect(merged.text.split('\n').filter(Boolean).sort()).toEqual([...kept, ...added].sort());
      }),
    );
  });

  it('reports too_large when there are too many lines to compare', () => {
    const rows = Array.from({ length: 4002 }, (_, i) => `${i}`);
    const [ours, theirs] = [rows.with(0, 'x').with(4001, 'y'), rows.with(2000, 'z')];
    expect(mergeText(rows.join('\n'), ours.join('\n'), theirs.join('\n'))).toEqual({ ok: false, problem: 'too_large' });
    expect(mergeText(rows.join('\n'), theirs.join('\n'), rows.join('\n'))).toMatchObject({ ok: true });
  });
});

it('mergeScalar returns the value that changed', () => {
  expect(mergeScalar('a', 'b', 'a')).toEqual({ value: 'b' });
  expect(mergeScalar('a', 'a', 'b')).toEqual({ value: 'b' });
  expect(mergeScalar('a', 'b', 'b')).toEqual({ value: 'b' });
  expect(mergeScalar('a', 'b', 'c')).toBeNull();
});
