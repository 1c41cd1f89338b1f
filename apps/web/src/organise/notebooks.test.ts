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

test('notebookById finds a notebook at any depth', () => {
  expect(notebookById(tree, 'c')?.name).toBe('C');
  expect(notebookById(tree, 'd')).toBeUndefined();
});

test('notebookChoices names each notebook by its path', () => {
  expect(notebookChoices(tree).map(({ path }) => path)).toEqual(['A', 'A / B', 'A / B / C', 'HELP']);
});

test('notebookChoices leaves out a notebook and its descendants', () => {
  expect(notebookChoices(tree, 'b').map(({ id }) => id)).toEqual(['a', 'help']);
});
