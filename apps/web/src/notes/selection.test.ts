import { expect, test } from 'vitest';
import type { NoteRow } from './rows.js';
import { all, extendedTo, narrowed, nothing, refreshed, type Selection, toggled } from './selection.js';

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
  expect(ids(toggled(nothing, a))).toBe('a');
  expect(ids(toggled(toggled(nothing, a), a))).toBe('');
});

test('extendTo selects from the anchor in both directions and keeps earlier selections', () => {
  const chosen = toggled(toggled(nothing, a), d);
  expect(ids(extendedTo(chosen, list, 2))).toBe('adc');
  expect(ids(extendedTo(chosen, list, 4))).toBe('ade');
});

test('extendTo without an anchor selects one note', () => {
  expect(ids(extendedTo(nothing, list, 1))).toBe('b');
});

test('a second extendTo starts at the same anchor', () => {
  expect(extendedTo(extendedTo(toggled(nothing, b), list, 3), list, 0).anchor).toBe('b');
});

test('refreshRows keeps notes that left the list, and takes the others from the list', () => {
  const chosen = toggled(toggled(nothing, a), b);
  expect(refreshed(chosen, [row('b', 'rev_2')]).map(({ id, revisionId }) => [id, revisionId])).toEqual([
    ['a', 'rev_1'],
    ['b', 'rev_2'],
  ]);
});

test('keepSelected keeps only the given notes selected', () => {
  expect(ids(narrowed(all(list), [c.id, d.id]))).toBe('cd');
});
