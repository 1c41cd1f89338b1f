import type { NotebookNode } from '@notes/contract';
import { expect, test } from 'vitest';
import { notebookById, notebookChoices } from './notebooks.js';

const node = (id: string, children: NotebookNode[] = []): NotebookNode => ({
  notebook_id: id,
  name: id.toUpperCase(),
  icon_emoji: null,
  parent_notebook_id: null,
  builtin: false,
  read_only: id === 'help',
  note_count: 0,
  created_at: '',
  updated_at: '',
  children,
});
const tree = [node('a', [node('b', [node('c')])]), node('help')];

test('a notebook is found at any depth', () => {
  expect(notebookById(tree, 'c')?.name).toBe('C');
  expect(notebookById(tree, 'd')).toBeUndefined();
});

test('notebooks are offered by the names of those they are within', () => {
  expect(notebookChoices(tree).map(({ path }) => path)).toEqual(['A', 'A / B', 'A / B / C', 'HELP']);
});

test('a notebook is not offered a place below itself', () => {
  expect(notebookChoices(tree, 'b').map(({ id }) => id)).toEqual(['a', 'help']);
});
