import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './diff.js';
import { groupSessions, type Revision } from './group-sessions.js';

const SEED = 20262;
const numberLines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

test('a hunk has three lines of context on both sides', () => {
  const before = numberLines(20);
  const after = before.with(9, 'changed');
  const [hunk, ...others] = diffLines(before.join('\n'), after.join('\n'), false);
  expect(others).toEqual([]);
  expect(hunk?.skipped).toBe(6);
  expect(hunk?.rows).toHaveLength(7);
  expect(hunk?.rows[3]).toEqual({
    equal: false,
    before: { line: 10, text: 'line 10' },
    after: { line: 10, text: 'changed' },
  });
});

test('diffLines ignores white space on request', () => {
  expect(diffLines('a  b\nc', ' a b \nc', true)).toEqual([]);
  expect(diffLines('a  b\nc', ' a b \nc', false)).toHaveLength(1);
});

test('hunks keep the line order of both sides and contain every change', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = diffLines(before, after, false);
      const rows = hunks.flatMap(({ rows }) => rows);
      const sides = (side: 'before' | 'after') => rows.flatMap((row) => row[side] ?? []);
      for (const [side, whole] of [
        ['before', before],
        ['after', after],
      ] as const) {
        const lines = whole.split('\n');
        const texts = sides(side);
        for (const { line, text } of texts) expect(text).toBe(lines[line - 1]);
        expect(texts.map(({ line }) => line)).toEqual(texts.map(({ line }) => line).toSorted((a, b) => a - b));
      }
      expect(hunks.length === 0).toBe(before === after);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('groupSittings groups revisions less than ten minutes apart', () => {
  const at = (time: string): Revision => ({
    revision_id: `rev_${time}`,
    created_at: `2026-11-21T${time}:00Z`,
    title: 'a',
    size_bytes: 1,
    origin: 'rest',
  });
  const groups = groupSessions(['12:30', '12:21', '12:12', '12:02', '10:00'].map(at));
  expect(groups.map((group) => group.length)).toEqual([3, 1, 1]);
});
