import { readFileSync, renameSync, statSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importRejections } from '@notes/contract';
import { describe, expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { noteCalled, type Report, temporaryFolder, testLibrary, writeFiles } from './support.js';

const counts = ({ files, imported, updated, unchanged, rejected }: Report) => ({
  files,
  imported,
  updated,
  unchanged,
  rejected,
});
const none = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };

/** Creates a folder with a fixed name, since its notebook is named after it. */
function vault(files: Readonly<Record<string, string | Uint8Array>>, name = 'Vault'): string {
  const path = join(temporaryFolder(), name);
  writeFiles(path, files);
  return path;
}

describe('importFolder of a new source', () => {
  test('creates a notebook for each folder and a note for each file, byte for byte', async () => {
    const at = await testLibrary();
    const text = '\ufeff---\r\ntitle: Named\r\ntags: [x, y/z]\r\n---\r\nCafé e\u0301 🎈\n\n';
    const path = vault({ 'a.md': text, 'sub/b.markdown': 'B', 'sub/deep/a.md': 'C', 'picture.png': 'P' });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 3, imported: 3 });
    expect(at.notes()).toEqual(['Vault/Named', 'Vault/sub/b', 'Vault/sub/deep/a']);
    const note = await noteCalled(at, 'Named');
    expect(Buffer.from(note.body)).toEqual(readFileSync(join(path, 'a.md')));
    expect(note.tags).toEqual(['x', 'y/z']);
    const { revisions } = await invoke('listRevisions', at.context, { document_id: note.id });
    expect(revisions.map(({ origin }) => origin)).toEqual(['import']);
    const found = await invoke('searchDocuments', at.context, { query: 'is:imported tag:y café' });
    expect(found.results.map(({ document_id }) => document_id)).toEqual([note.id]);
  });

  test('takes times from the front matter, else from the file', async () => {
    const at = await testLibrary();
    const path = vault({
      'file.md': 'x',
      'both.md': '---\ncreated: 2020-01-02\nupdated: 2020-03-04\n---\n',
      'late.md': '---\ncreated: 2030-01-01\n---\n',
      'early.md': '---\nmodified: 2001-01-01\n---\n',
      'zero.md': 'x',
    });
    const time = new Date('2022-05-06T07:08:09.000Z');
    for (const name of ['file', 'both', 'late', 'early']) utimesSync(join(path, `${name}.md`), time, time);
    utimesSync(join(path, 'zero.md'), 0, 0);
    const before = Date.now();
    await at.run(path);
    const readTimes = async (title: string) => {
      const { created_at, updated_at } = await noteCalled(at, title);
      return [created_at, updated_at];
    };
    expect(await readTimes('file')).toEqual(['2022-05-06T07:08:09.000Z', '2022-05-06T07:08:09.000Z']);
    expect(await readTimes('both')).toEqual(['2020-01-02T00:00:00.000Z', '2020-03-04T00:00:00.000Z']);
    expect(await readTimes('late')).toEqual(['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z']);
    expect(await readTimes('early')).toEqual(['2001-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z']);
    for (const shown of await readTimes('zero')) expect(Date.parse(shown as string)).toBeGreaterThanOrEqual(before);
  });

  test('rejects files that no note can hold, each with its reason, and continues', async () => {
    const at = await testLibrary();
    const path = vault({
      'good.md': 'x',
      'latin.md': Uint8Array.of(0xe9),
      'utf16.md': Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x41),
      'utf16-surrogate.md': Uint8Array.of(0xfe, 0xff, 0xd8, 0, 0, 0x41),
      'utf16-nul.md': Uint8Array.of(0xff, 0xfe, 0, 0),
      'surrogate.md': Uint8Array.of(0xed, 0xa0, 0x80),
      'nul.md': 'a\0b',
      'big.md': '',
      'fits.md': '',
      'zz.md': 'last',
    });
    truncateSync(join(path, 'big.md'), 16 * 1024 * 1024 + 1);
    writeFiles(path, { 'fits.md': 'x'.repeat(1024 * 1024) });
    symlinkSync(join(path, 'good.md'), join(path, 'link.md'));
    const report = await at.run(path);
    expect(counts(report)).toEqual({ ...none, files: 11, imported: 3, rejected: 8 });
    expect(Object.fromEntries(report.rejections.map(({ path: file, reason }) => [file, reason]))).toEqual({
      'big.md': 'too_large',
      'latin.md': 'not_utf8',
      'link.md': 'symlink',
      'nul.md': 'has_nul',
      'surrogate.md': 'not_utf8',
      'utf16.md': 'not_utf16',
      'utf16-nul.md': 'has_nul',
      'utf16-surrogate.md': 'not_utf16',
    });
    for (const { reason } of report.rejections) expect(importRejections).toContain(reason);
    expect(at.notes()).toEqual(['Vault/fits', 'Vault/good', 'Vault/zz']);
  });

  test('ignores AppleDouble files, hidden folders and unused files, and lists them', async () => {
    const at = await testLibrary();
    const path = vault({
      'a.md': '![](used.png) ![](.attachments/a.png)',
      '._a.md': 'a\0b',
      '.hidden.md': 'x',
      '.attachments/a.png': 'a',
      'used.png': 'used',
      'unused.png': 'unused',
    });
    const report = await at.run(path);
    expect(counts(report)).toEqual({ ...none, files: 3, imported: 3 });
    expect(report).toMatchObject({ ignored: 3, ignored_paths: ['._a.md', '.attachments/', 'unused.png'] });
    expect(report.warnings).toEqual([
      {
        path: 'a.md',
        message:
          '.attachments/a.png: hidden, in node_modules or below a link, and therefore not imported; the link is unchanged',
      },
    ]);
  });

  test('adapts names that notebooks and titles cannot have, with warnings', async () => {
    const at = await testLibrary();
    const long = '\u00e9'.repeat(120);
    const path = vault({
      'a\tb/n.md': `---\ntitle: "two\\nlines"\n---\n`,
      ' /blank.md': 'x',
      'Same/one.md': 'x',
      'same/two.md': 'x',
      [`${long}/long.md`]: `---\ntitle: ${'é'.repeat(600)}\n---\n`,
    });
    const report = await at.run(path);
    expect(at.notes()).toEqual(
      [
        'Vault/Same/one',
        'Vault/Same/two',
        'Vault/Untitled/blank',
        'Vault/a b/two lines',
        `Vault/${long}/${'é'.repeat(512)}`,
      ].sort(),
    );
    expect(report.warnings).toEqual(
      expect.arrayContaining([
        { path: ' ', message: 'notebook Untitled: blank name replaced' },
        { path: 'a\tb', message: 'notebook a b: control characters replaced by spaces' },
        { path: 'a\tb/n.md', message: 'title: control characters replaced by spaces' },
        { path: `${long}/long.md`, message: 'title: shortened to 1,024 bytes' },
      ]),
    );
    expect(report.warnings).toHaveLength(4);
  });

  test('flattens folders below 64 levels, with warnings', async () => {
    const at = await testLibrary();
    const folder = Array.from({ length: 66 }, (_, index) => `f${index}`).join('/');
    const report = await at.run(vault({ [`${folder}/n.md`]: 'x' }));
    expect(counts(report)).toEqual({ ...none, files: 1, imported: 1 });
    expect(at.notes()[0]?.split('/')).toHaveLength(64 + 1);
    expect(report.warnings.map(({ message }) => message)).toEqual(
      Array(3).fill('notebooks can have at most 64 levels; its notes are in the notebook above'),
    );
  });

  test('imports below the given notebook and never into read-only ones', async () => {
    const at = await testLibrary();
    const projects = await invoke('createNotebook', at.context, { name: 'Projects' });
    await invoke('createNotebook', at.context, { name: 'Old', parent_notebook_id: projects.notebook_id });
    const path = vault({ 'a.md': 'x' });
    await at.run(path, { notebook: 'projects/old' });
    await at.run(path, { notebook: projects.notebook_id, source: 'again' });
    const help = await at.run(vault({ 'h.md': 'x' }, 'help'));
    expect(at.notes()).toEqual(['Projects/Old/Vault/a', 'Projects/Vault/a', 'help (imported)/h']);
    expect(help.warnings).toHaveLength(1);
    await expect(at.run(path, { notebook: 'Help' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(at.run(path, { notebook: 'Nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await invoke('createNotebook', at.context, { name: 'Old', parent_notebook_id: 'nb_notes' });
    await expect(at.run(path, { notebook: 'Old' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'notebook: Old matches several notebooks: Projects/Old, Notes/Old. Give the path or id',
    });
  });

  test('refuses unsuitable folders with the reason', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'x' });
    await expect(at.run(join(path, 'nothing'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(at.run(path, { format: 'joplin' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('it contains no Joplin note'),
    });
    for (const format of ['evernote', 'notion', 'html', 'markdown', 'obsidian'] as const)
      await expect(at.run(vault({ 'a.txt': 'x' }), { format })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('writes a ledger with one line per file, readable by its owner only', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'x', 'b.md': 'a\0', 'c/d.md': '---\ntags: [/]\n---\n' });
    const report = await at.run(path, { source: 'a/../b name' });
    const ledger = report.ledger as string;
    expect(dirname(ledger)).toBe(join(at.library.store.paths.dataDir, 'imports'));
    expect(basename(ledger)).toMatch(/^\d{8}T\d{6}Z-a-..-b-name\.jsonl$/);
    expect(statSync(ledger).mode & 0o777).toBe(0o600);
    const lines = readFileSync(ledger, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { path: 'a.md', status: 'imported', document_id: (await noteCalled(at, 'a')).id },
      {
        path: 'b.md',
        status: 'rejected',
        reason: 'has_nul',
        message: 'contains a NUL character. Remove it, or save the file as UTF-8',
      },
      {
        path: 'c/d.md',
        status: 'imported',
        document_id: (await noteCalled(at, 'd')).id,
        warnings: ['tag "/" must not have an empty segment'],
      },
    ]);
    expect((await at.run(path)).ledger).not.toBe(ledger);
  });
});

describe('importFolder of a known source', () => {
  test('writes nothing when no file changed, whatever changed in the library', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'A', 'sub/b.md': 'B', 'bad.md': 'x\0' });
    await at.run(path);
    const note = await noteCalled(at, 'a');
    await invoke('appendToDocument', at.context, { document_id: note.id, text: 'mine' });
    await invoke('moveDocument', at.context, { document_id: note.id, notebook_id: 'nb_notes' });
    const changes = at.changes();
    utimesSync(join(path, 'a.md'), new Date(), new Date());
    expect(counts(await at.run(path))).toEqual({ ...none, files: 3, unchanged: 2, rejected: 1 });
    expect(at.changes()).toBe(changes);
    expect(at.notes()).toEqual(['Notes/a', 'Vault/sub/b']);
  });

  test('adds a revision to the note of a changed file, in its current notebook', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': '---\ntags: [one]\ncreated: 2020-01-01\n---\nold', 'b.md': 'B' });
    await at.run(path);
    const before = await noteCalled(at, 'a');
    await invoke('moveDocument', at.context, { document_id: before.id, notebook_id: 'nb_notes' });
    await invoke('addDocumentTag', at.context, { document_id: before.id, tag: 'mine' });
    writeFiles(path, { 'a.md': '---\ntitle: Renamed\ntags: [two]\nupdated: 2021-01-01\n---\nnew' });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 2, updated: 1, unchanged: 1 });
    const after = await invoke('getDocument', at.context, { document_id: before.id });
    expect(after).toMatchObject({
      title: 'Renamed',
      notebook_id: 'nb_notes',
      tags: ['mine', 'two'],
      created_at: '2020-01-01T00:00:00.000Z',
      updated_at: '2021-01-01T00:00:00.000Z',
    });
    expect(after.body).toContain('new');
    const { revisions } = await invoke('listRevisions', at.context, { document_id: before.id });
    expect(revisions.map(({ origin }) => origin)).toEqual(['import', 'import']);
    expect(counts(await at.run(path))).toEqual({ ...none, files: 2, unchanged: 2 });
  });

  test('updates the notes of a moved folder when its source has a name', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'A' });
    await at.run(path, { source: 'stick' });
    const moved = `${path}-moved`;
    renameSync(path, moved);
    expect(counts(await at.run(moved, { source: 'stick' }))).toEqual({ ...none, files: 1, unchanged: 1 });
    expect(counts(await at.run(moved))).toEqual({ ...none, files: 1, imported: 1 });
  });

  test('through a symbolic link uses the same source, whose name contains no path', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'A' });
    const { source } = await at.run(path);
    expect(source).toMatch(/^Vault-[0-9a-f]{8}$/);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(path, link);
    expect(await at.run(link)).toMatchObject({ source, unchanged: 1 });
  });

  test('leaves a note in Trash there', async () => {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'A' });
    await at.run(path);
    const { id, current_revision_id } = await noteCalled(at, 'a');
    await invoke('trashDocument', at.context, { document_id: id, base_revision_id: current_revision_id });
    writeFiles(path, { 'a.md': 'changed' });
    const changes = at.changes();
    for (const on_duplicate of ['update', 'overwrite', 'copy', 'skip'] as const) {
      const report = await at.run(path, { on_duplicate });
      expect(counts(report)).toEqual({ ...none, files: 1, unchanged: 1 });
      expect(report.warnings).toEqual([{ path: 'a.md', message: 'its note is in Trash and is not restored' }]);
    }
    expect(at.changes()).toBe(changes);
  });
});

describe('importFolder of a changed file whose note was edited in the library', () => {
  async function importAndEdit() {
    const at = await testLibrary();
    const path = vault({ 'a.md': 'imported' });
    await at.run(path);
    const { id } = await noteCalled(at, 'a');
    const mine = await invoke('appendToDocument', at.context, { document_id: id, text: 'mine' });
    writeFiles(path, { 'a.md': 'from the source' });
    const body = async () => (await invoke('getDocument', at.context, { document_id: id })).body;
    return { at, path, id, mine, body };
  }

  test('rejects the file, so that neither text is lost', async () => {
    const { at, path, mine, body, id } = await importAndEdit();
    const changes = at.changes();
    const report = await at.run(path);
    expect(report).toMatchObject({ rejected: 1, rejections: [{ path: 'a.md', reason: 'edited_here' }] });
    expect(await body()).toBe(mine.body);
    expect(at.changes()).toBe(changes);
    expect(readFileSync(report.ledger as string, 'utf8')).toContain(`"document_id":"${id}","reason":"edited_here"`);
  });

  test('with overwrite imports the file and keeps the edit in the history', async () => {
    const { at, path, id, mine, body } = await importAndEdit();
    const report = await at.run(path, { on_duplicate: 'overwrite' });
    expect(report).toMatchObject({ updated: 1 });
    expect(report.warnings[0]?.message).toContain(mine.current_revision_id);
    expect(await body()).toBe('from the source');
    const kept = await invoke('getRevision', at.context, { document_id: id, revision_id: mine.current_revision_id });
    expect(kept.body).toBe(mine.body);
  });

  test('with skip leaves the note unchanged', async () => {
    const { at, path, mine, body } = await importAndEdit();
    expect(await at.run(path, { on_duplicate: 'skip' })).toMatchObject({ unchanged: 1, warnings: [{ path: 'a.md' }] });
    expect(await body()).toBe(mine.body);
  });

  test('with copy creates one second note, which lint reports [LINT-SOURCES]', async () => {
    const { at, path, mine, body } = await importAndEdit();
    expect(counts(await at.run(path, { on_duplicate: 'copy' }))).toEqual({ ...none, files: 1, imported: 1 });
    expect(await body()).toBe(mine.body);
    expect(at.notes()).toEqual(['Vault/a', 'Vault/a']);
    const { checks } = await at.call('getLintReport', { checks: ['duplicate_source_id'] });
    expect(checks).toMatchObject([{ check: 'duplicate_source_id', count: 2 }]);
    expect(counts(await at.run(path, { on_duplicate: 'copy' }))).toEqual({ ...none, files: 1, unchanged: 1 });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 1, unchanged: 1 });
    writeFiles(path, { 'a.md': 'a third text' });
    expect(counts(await at.run(path))).toEqual({ ...none, files: 1, updated: 1 });
    expect(await body()).toBe(mine.body);
  });

  test('finds no conflict when the edit was reverted or made on both sides', async () => {
    const { at, path, id, mine } = await importAndEdit();
    const { revisions } = await invoke('listRevisions', at.context, { document_id: id });
    const restore = { document_id: id, revision_id: revisions.at(-1)?.revision_id as string };
    await invoke('restoreRevision', at.context, { ...restore, base_revision_id: mine.current_revision_id });
    expect(await at.run(path)).toMatchObject({ updated: 1, rejected: 0 });
    const appended = await invoke('appendToDocument', at.context, { document_id: id, text: 'same' });
    writeFiles(path, { 'a.md': appended.body });
    expect(await at.run(path)).toMatchObject({ updated: 1, rejected: 0 });
    const after = await invoke('getDocument', at.context, { document_id: id });
    expect(after.current_revision_id).toBe(appended.current_revision_id);
  });
});
