import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { noteCalled, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const ID = '0123456789abcdef0123456789abcdef';
const NOTEBOOKS = { first: 'a'.repeat(32), second: 'b'.repeat(32) };

interface Item {
  readonly tags?: readonly string[];
  readonly created?: string;
  readonly updated?: string;
  readonly notebook?: keyof typeof NOTEBOOKS;
  readonly text?: string;
}

let at: TestLibrary;
let path: string;

beforeEach(async () => {
  at = await testLibrary();
  path = join(temporaryFolder(), 'raw');
});

const properties = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Writes a RAW export with one note in one of two notebooks. */
function write({
  tags = ['one'],
  created = '2020-01-01T00:00:00.000Z',
  updated = '2020-01-02T00:00:00.000Z',
  notebook = 'first',
  text = 'text',
}: Item): void {
  const items: [string, string][] = [
    [
      ID,
      `N\n\n${text}\n\n${properties({ id: ID, parent_id: NOTEBOOKS[notebook], user_created_time: created, user_updated_time: updated, type_: '1' })}`,
    ],
    ...Object.entries(NOTEBOOKS).map(([name, id]): [string, string] => [
      id,
      `${name}\n\n${properties({ id, parent_id: '', type_: '2' })}`,
    ]),
    ...['one', 'two', 'three'].flatMap((name, n): [string, string][] => {
      const [tag, relation] = [`${n}`.repeat(32), `${n + 5}`.repeat(32)];
      const noteId = tags.includes(name) ? ID : 'f'.repeat(32);
      return [
        [tag, `${name}\n\n${properties({ id: tag, type_: '5' })}`],
        [relation, properties({ id: relation, note_id: noteId, tag_id: tag, type_: '6' })],
      ];
    }),
  ];
  writeFiles(path, Object.fromEntries(items.map(([id, item]) => [`${id}.md`, item])));
}

async function importAgain(item: Item, options = {}) {
  write(item);
  const { imported, updated, unchanged, rejected, warnings } = await at.run(path, { format: 'joplin', ...options });
  return { imported, updated, unchanged, rejected, warnings: warnings.map(({ message }) => message) };
}

const none = { imported: 0, updated: 0, unchanged: 0, rejected: 0, warnings: [] };
const note = () => noteCalled(at, 'N');

describe('Metadata of a note in its source', () => {
  test('[IMPORT-METADATA] updates the note once, without a revision, when only the metadata changed', async () => {
    await importAgain({ tags: ['one', 'two'] });
    const before = await note();
    const item = {
      tags: ['two', 'three'],
      created: '2019-01-01T00:00:00.000Z',
      updated: '2021-01-01T00:00:00.000Z',
      notebook: 'second',
    } as const;
    expect(await importAgain(item)).toEqual({ ...none, updated: 1 });
    expect(await note()).toMatchObject({
      tags: ['three', 'two'],
      created_at: item.created,
      updated_at: item.updated,
      current_revision_id: before.current_revision_id,
    });
    expect(at.notes()).toEqual(['raw/second/N']);
    expect(await importAgain(item)).toEqual({ ...none, unchanged: 1 });
  });

  test('[IMPORT-METADATA] leaves local changes unchanged and updates the rest', async () => {
    await importAgain({ tags: ['one', 'two'] });
    const { id, current_revision_id } = await note();
    await at.call('removeDocumentTag', { document_id: id, tag: 'one' });
    await at.call('addDocumentTag', { document_id: id, tag: 'mine' });
    await at.call('moveDocument', { document_id: id, notebook_id: 'nb_notes' });
    await at.call('replaceDocument', {
      document_id: id,
      title: 'N',
      body: 'mine',
      base_revision_id: current_revision_id,
    });
    const mine = await note();
    const item = { tags: ['one', 'two', 'three'], updated: '2021-01-01T00:00:00.000Z', notebook: 'second' } as const;
    expect(await importAgain(item)).toEqual({ ...none, updated: 1 });
    expect(await note()).toMatchObject({ tags: ['mine', 'three', 'two'], body: 'mine', updated_at: mine.updated_at });
    expect(at.notes()).toEqual(['Notes/N']);
    expect(await importAgain({ ...item, text: 'other' })).toMatchObject({ rejected: 1 });
  });

  test('[IMPORT-METADATA] is updated together with a changed text', async () => {
    await importAgain({ tags: ['one', 'two'] });
    expect(await importAgain({ tags: ['two'], text: 'other', notebook: 'second' })).toMatchObject({ updated: 1 });
    expect(await note()).toMatchObject({ tags: ['two'], updated_at: '2020-01-02T00:00:00.000Z' });
    expect(at.notes()).toEqual(['raw/second/N']);
  });

  test.each(['skip', 'copy'] as const)('[IMPORT-METADATA] is ignored with %s, with a warning', async (on_duplicate) => {
    await importAgain({});
    const changes = at.changes();
    const warning = 'its tags, times or notebook changed, but its note is unchanged';
    expect(await importAgain({ tags: [] }, { on_duplicate })).toEqual({ ...none, unchanged: 1, warnings: [warning] });
    expect(at.changes()).toBe(changes);
  });

  test('[IMPORT-METADATA] is recorded when it is unknown, as after a restore, and changes nothing', async () => {
    await importAgain({ tags: ['one'] });
    const { id } = await note();
    await at.library.store.write(({ provenance, documents }) => {
      const source = { kind: 'joplin', id: provenance.sourceIds(id, 'joplin')[0] as string };
      const found = provenance.find(source);
      const document = documents.get(id);
      if (found !== undefined && document !== undefined) provenance.record(document, source, found.contentSha256, 1);
    });
    expect(await importAgain({ tags: ['two'] })).toEqual({ ...none, unchanged: 1 });
    expect((await note()).tags).toEqual(['one']);
    expect(await importAgain({ tags: ['three'] })).toEqual({ ...none, updated: 1 });
    expect((await note()).tags).toEqual(['one', 'three']);
  });
});
