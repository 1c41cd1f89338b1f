import { expect, test } from 'vitest';
import { byNote } from './groups.js';

test('byNote groups tasks by note in the order of the notes', () => {
  const task = (document_id: string, text: string) => ({ document_id, title: `Note ${document_id}`, text });
  const groups = byNote([task('b', '1'), task('a', '2'), task('b', '3')]);
  expect(groups.map(({ id, title, tasks }) => [id, title, tasks.map(({ text }) => text)])).toEqual([
    ['b', 'Note b', ['1', '3']],
    ['a', 'Note a', ['2']],
  ]);
});
