import { expect, test } from 'vitest';
import type { NoteRow } from './rows.js';
import {
  emptySelection,
  extendTo,
  keepSelected,
  refreshRows,
  type Selection,
  selectAll,
  toggleRow,
} from './selection.js';

const row = (id: string, revisionId = 'rev_1'): NoteRow => ({
  id,
  title: id,
  revisionId,
  tags: [],
  updatedAt: '',
  excerpt: '',
  highlights: [],
});
const list = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id));
const [a, b, c, d] = list as [NoteRow, NoteRow, NoteRow, NoteRow];
const ids = ({ rows }: Selection) => [...rows.keys()].join('');

test('toggleRow selects a note and deselects it again', () => {
  expect(ids(toggleRow(emptySelection, a))).toBe('a');
  expect(ids(toggleRow(toggleRow(emptySelection, a), a))).toBe('');
});

test('extendTo selects from the anchor in both directions and keeps earlier selections', () => {
  const chosen = toggleRow(toggleRow(emptySelection, a), d);
  expect(ids(extendTo(chosen, list, 2))).toBe('adc');
  expect(ids(extendTo(chosen, list, 4))).toBe('ade');
});

test('extendTo without an anchor selects one note', () => {
  expect(ids(extendTo(emptySelection, list, 1))).toBe('b');
});

test('a second extendTo replaces the range of the first, and keeps rows chosen before', () => {
  const chosen = extendTo(toggleRow(toggleRow(emptySelection, a), b), list, 4);
  expect(ids(chosen)).toBe('abcde');
  expect(ids(extendTo(chosen, list, 2))).toBe('abc');
  expect(ids(extendTo(chosen, list, 1))).toBe('ab');
});

test('a second extendTo starts at the same anchor', () => {
  expect(extendTo(extendTo(toggleRow(emptySelection, b), list, 3), list, 0).anchor).toBe('b');
});

test('refreshRows keeps notes that left the list, and takes the others from the list', () => {
  const chosen = toggleRow(toggleRow(emptySelection, a), b);
  expect(refreshRows(chosen, [row('b', 'rev_2')]).map(({ id, revisionId }) => [id, revisionId])).toEqual([
    ['a', 'rev_1'],
    ['b', 'rev_2'],
  ]);
});

test('keepSelected keeps only the given notes selected', () => {
  expect(ids(keepSelected(selectAll(list), [c.id, d.id]))).toBe('cd');
});
