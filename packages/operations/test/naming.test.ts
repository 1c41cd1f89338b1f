import { expect, test } from 'vitest';
import { findNotebook, findNotes, invoke } from '../src/index.js';
import { testLibrary } from './import/support.js';

test('findNotes finds a note by id, URI, stable link and title', async () => {
  const { library, context } = await testLibrary();
  const note = await invoke('createDocument', context, { title: 'Café', body: 'x' });
  const other = await invoke('createDocument', context, { title: 'café' });
  const ids = (text: string) => findNotes(library, text).map(({ id }) => id);
  for (const text of [
    note.id,
    note.uri,
    `${note.uri}#heading`,
    note.stable_link,
    'Café',
    'Cafe\u0301'.normalize('NFC'),
  ])
    expect(ids(text), text).toEqual([note.id]);
  expect(ids('CAFÉ')).toEqual([note.id, other.id]);
  expect(findNotes(library, 'café')).toEqual([{ id: other.id, title: 'café', notebook: 'Notes' }]);
  for (const text of ['Caf', 'doc_nothing', 'document://default/documents/doc_x', ''])
    expect(ids(text), text).toEqual([]);
  expect(() => findNotes(library, `service://databases/db_other/documents/${note.id}`)).toThrow('another library');
});

test('findNotes finds notes in Trash by id only', async () => {
  const { library, context } = await testLibrary();
  const { id, current_revision_id } = await invoke('createDocument', context, { title: 'Gone' });
  await invoke('trashDocument', context, { document_id: id, base_revision_id: current_revision_id });
  expect(findNotes(library, 'Gone')).toEqual([]);
  expect(findNotes(library, id)).toHaveLength(1);
});

test('findNotebook finds a notebook by id, name and path, and prefers a path from the top', async () => {
  const { library, context } = await testLibrary();
  const make = async (name: string, parent_notebook_id: string | null) =>
    (await invoke('createNotebook', context, { name, parent_notebook_id })).notebook_id;
  const work = await make('Work', null);
  const inner = await make('Home', work);
  const deep = await make('Work', inner);
  const unique = await make('Only', deep);
  expect(findNotebook(library, 'nb_notes')).toBe('nb_notes');
  expect(findNotebook(library, 'notes')).toBe('nb_notes');
  expect(findNotebook(library, 'work')).toBe(work);
  expect(findNotebook(library, 'Home / Work')).toBe(deep);
  expect(findNotebook(library, 'work/only')).toBe(unique);
  expect(() => findNotebook(library, 'Nowhere')).toThrow('There is no notebook "Nowhere"');
  expect(() => findNotebook(library, '')).toThrow('There is no notebook');
});
