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

test('a note is selected, and left again', () => {
  expect(ids(toggled(nothing, a))).toBe('a');
  expect(ids(toggled(toggled(nothing, a), a))).toBe('');
});

test('an extension goes from the last one touched, either way, and keeps what was selected', () => {
  const chosen = toggled(toggled(nothing, a), d);
  expect(ids(extendedTo(chosen, list, 2))).toBe('adc');
  expect(ids(extendedTo(chosen, list, 4))).toBe('ade');
});

test('an extension without a place to begin selects the one note', () => {
  expect(ids(extendedTo(nothing, list, 1))).toBe('b');
});

test('a second extension begins where the first did', () => {
  expect(extendedTo(extendedTo(toggled(nothing, b), list, 3), list, 0).anchor).toBe('b');
});

test('notes the list no longer holds stay selected; the others are as the list has them', () => {
  const chosen = toggled(toggled(nothing, a), b);
  expect(refreshed(chosen, [row('b', 'rev_2')]).map(({ id, revisionId }) => [id, revisionId])).toEqual([
    ['a', 'rev_1'],
    ['b', 'rev_2'],
  ]);
});

test('what failed can be all that is selected', () => {
  expect(ids(narrowed(all(list), [c.id, d.id]))).toBe('cd');
});
