import type { NotebookRow } from '@notes/storage';
import { expectWithin } from '@notes/tooling/expect-time';
import { expect, it } from 'vitest';
import { getHeight, getNotebookPath, getSubtree } from './tree.js';

/** Builds rows from `child: parent`; parent 0 is the top. */
const makeRows = (parents: Record<number, number>) =>
  Object.entries(parents).map(
    ([pk, parent]) => ({ pk: Number(pk), parentPk: parent === 0 ? null : parent }) as NotebookRow,
  );
const row = (rows: readonly NotebookRow[], pk: number) => rows.find((each) => each.pk === pk) as NotebookRow;
const keys = (rows: readonly NotebookRow[]) => rows.map(({ pk }) => pk);

it('pathOf and subtree return ancestors and descendants, parents first', () => {
  const rows = makeRows({ 1: 0, 2: 1, 3: 1, 4: 2, 5: 4, 6: 0 });
  expect(keys(getNotebookPath(rows, row(rows, 5)))).toEqual([1, 2, 4, 5]);
  expect(keys(getSubtree(rows, row(rows, 1)))).toEqual([1, 2, 3, 4, 5]);
  expect(keys(getSubtree(rows, row(rows, 6)))).toEqual([6]);
  expect([1, 2, 3, 6].map((pk) => getHeight(rows, row(rows, pk)))).toEqual([4, 3, 1, 1]);
});

it('subtree and height handle 20,000 notebooks within a second', () => {
  // A third of the rows form one chain; the others are siblings below the first.
  const parents = Array.from({ length: 20_000 }, (_, index) => (index === 0 ? 0 : index % 3 === 0 ? index - 2 : 1));
  const rows = makeRows(Object.fromEntries(parents.map((parent, index) => [index + 1, parent])));
  expectWithin(1_000, () => {
    expect(getSubtree(rows, row(rows, 1)).length).toBe(20_000);
    expect(getHeight(rows, row(rows, 1))).toBeGreaterThan(1);
  });
});
