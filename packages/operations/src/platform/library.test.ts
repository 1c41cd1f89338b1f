import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildContent } from '../notes/documents/content.js';
import { loadConfig } from './config/index.js';
import type { Library } from './context.js';
import { newId } from './ids.js';
import { openLibrary } from './library.js';

const SHIPPED = readdirSync(new URL('../../help/', import.meta.url)).filter((name) => name.endsWith('.md'));

let folder = '';
let opened: Library[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-library-'));
});
afterEach(() => {
  for (const { store } of opened) store.close();
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: { create: boolean; dataDir?: string } = { create: true }): Promise<Library> {
  const config = loadConfig({ dataDir: options.dataDir ?? folder }, {});
  const library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: options.create });
  opened.push(library);
  return library;
}

const close = ({ store }: Library) => store.close();
const readHelp = ({ store }: Library) =>
  store.read((reader) => {
    const notebook = reader.notebooks.get('nb_help');
    return reader.documents.listInNotebook(notebook?.pk as number, 1_000);
  });
const countChanges = (library: Library) => library.store.read(({ journal }) => journal.last());

describe('The Help notes', () => {
  it('are written when a library is created, and opening it again writes nothing [H-SHIPPED]', async () => {
    const first = await open();
    const notes = readHelp(first);
    expect(notes).toHaveLength(SHIPPED.length);
    const changes = countChanges(first);
    close(first);
    const second = await open();
    expect(countChanges(second)).toBe(changes);
    expect(readHelp(second)).toEqual(notes);
  });

  it('are changed, added and removed to match this version [H-REFRESH]', async () => {
    const first = await open();
    const before = readHelp(first);
    const [changed, removed, kept] = before;
    const old = await buildContent(first, { title: 'Old title', body: 'What an older version said.\n' });
    await first.store.write((unit) => {
      const revision = { ...old, revisionId: newId('revision'), origin: 'system', at: 1 };
      const notebookPk = unit.notebooks.get('nb_help')?.pk as number;
      unit.documents.revise(unit.documents.getWithBody(changed?.id as string) as never, revision);
      unit.documents.purge(unit.documents.get(removed?.id as string) as never, 1);
      const gone = { ...revision, revisionId: newId('revision'), notebookPk, createdAt: 1, updatedAt: 1 };
      unit.documents.insert({ ...gone, id: 'doc_help_of_an_older_version' });
      unit.meta.set('help_digest', 'an older version');
    });
    close(first);

    const second = await open();
    const after = readHelp(second);
    const describeNotes = (notes: typeof after) =>
      notes.map(({ id, title, excerpt }) => `${id} ${title} ${excerpt}`).sort();
    expect(describeNotes(after)).toEqual(describeNotes(before));
    expect(after.find(({ id }) => id === kept?.id)).toEqual(kept);
    expect(after.find(({ id }) => id === changed?.id)?.revisionId).not.toBe(changed?.revisionId);
    expect(second.store.read((reader) => reader.documents.get('doc_help_of_an_older_version'))).toBeUndefined();
  });

  it('have their first heading as title and the rest as text', async () => {
    for (const { id, title } of readHelp(await open())) {
      expect(title).not.toMatch(/\.md$/);
      expect(id).toMatch(/^doc_help_[a-z_]+$/);
    }
  });
});

describe('A library', () => {
  it('keeps its ids and cursor key when it is opened again, and another library has others [G-IDENTITY]', async () => {
    const identity = ({ databaseId, replicaId, cursorKey }: Library) => [
      databaseId,
      replicaId,
      cursorKey.toString('hex'),
    ];
    const first = await open();
    const other = await open({ create: true, dataDir: join(folder, 'other') });
    const before = identity(first);
    close(first);
    const again = await open({ create: false });
    expect(identity(again)).toEqual(before);
    for (const [at, part] of identity(other).entries()) expect(part).not.toBe(before[at]);
  });

  it('is not created by opening without create', async () => {
    await expect(open({ create: false })).rejects.toThrow(expect.objectContaining({ reason: 'missing' }));
    expect(readdirSync(folder)).toEqual([]);
  });
});
