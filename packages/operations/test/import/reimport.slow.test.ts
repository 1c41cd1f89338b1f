import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Input } from '@notes/contract';
import { describe, expect, test } from 'vitest';
import { contentDigest } from '../../src/exchange/import/parse-note.js';
import { invoke } from '../../src/index.js';
import { buildContent } from '../../src/notes/documents/content.js';
import { idForSource, newId } from '../../src/platform/ids.js';
import { makeTar, makeZip } from './archives.js';
import { noteCalled, type Report, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

type Format = Input<'importFolder'>['format'];
type Files = Readonly<Record<string, string>>;

/** A source of three notes, with a variable text of the first note. */
interface SourceKind {
  readonly format: Format;
  /** Extension of a file; empty for a folder. */
  readonly ending: string;
  readonly files: (text: string) => Files;
  /** Writes the files to a path. */
  readonly write: (path: string, files: Files) => void;
  /** Name of the only file of the folder to import. */
  readonly only?: string;
}

const PNG = 'an image';
const id = (letter: string) => letter.repeat(32);

const joplinFiles = (text: string): Files => ({
  [`${id('b')}.md`]: `Work\n\nid: ${id('b')}\ntype_: 2`,
  [`${id('1')}.md`]: `One\n\n${text} [two](:/${id('2')}) ![i](:/${id('a')})\n\nid: ${id('1')}\nparent_id: ${id('b')}\ntype_: 1`,
  [`${id('2')}.md`]: `Two\n\nsecond [one](:/${id('1')})\n\nid: ${id('2')}\nparent_id: ${id('b')}\ntype_: 1`,
  [`${id('3')}.md`]: `Three\n\nthird\n\nid: ${id('3')}\nparent_id: ${id('b')}\ntype_: 1`,
  [`${id('a')}.md`]: `i.png\n\nid: ${id('a')}\nmime: image/png\ntype_: 4`,
  [`resources/${id('a')}.png`]: PNG,
});

const notionFiles = (text: string): Files => ({
  [`One ${id('1')}.md`]: `# One\n\n${text} [two](Two%20${id('2')}.md) ![i](One%20${id('1')}/i.png)\n`,
  [`One ${id('1')}/i.png`]: PNG,
  [`Two ${id('2')}.md`]: `# Two\n\nsecond [one](One%20${id('1')}.md)\n`,
  [`List ${id('3')}.csv`]: 'Name,Count\na,1\n',
});

const markdownFiles = (text: string): Files => ({
  'One.md': `${text} ![i](img/i.png)\n`,
  'img/i.png': PNG,
  'Two.md': 'second\n',
  'sub/Three.md': 'third\n',
});

const htmlFiles = (text: string): Files => ({
  'one.html': `<title>One</title><p>${text} <a href="two.html">two</a> <img src="i.png"></p>`,
  'i.png': PNG,
  'two.html': '<title>Two</title><p>second</p>',
  'three.html': '<title>Three</title><p>third</p>',
});

/** Returns the files of an ENEX export, with the `guid` that some programs add when `hasGuid` is set. */
const enexFiles =
  (hasGuid: boolean) =>
  (text: string): Files => ({
    'n.enex': `<en-export>${(['One', 'Two', 'Three'] as const)
      .map((title, n) => {
        const guid = hasGuid ? `<guid>0000000${n}-0000-4000-8000-000000000000</guid>` : '';
        const media = `<resource><data encoding="base64">${Buffer.from(PNG).toString('base64')}</data><mime>image/png</mime></resource>`;
        const words = n === 0 ? text : `${title} text`;
        return `<note>${guid}<title>${title}</title><created>2024010${n + 1}T000000Z</created><content>&lt;en-note&gt;${words}&lt;/en-note&gt;</content>${n === 0 ? media : ''}</note>`;
      })
      .join('')}</en-export>`,
  });

const folder = (path: string, files: Files) => writeFiles(path, files);
const put = (path: string, bytes: string | Buffer) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
};
const entries = (files: Files) => Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const zip = (path: string, files: Files) => put(path, makeZip(entries(files)));
const tar = (path: string, files: Files) => put(path, makeTar(entries(files)));
const first = (path: string, files: Files) => put(path, Object.values(files)[0] as string);

const KINDS: Readonly<Record<string, SourceKind>> = {
  'a Markdown folder': { format: 'markdown', ending: '', files: markdownFiles, write: folder },
  'an Obsidian vault': { format: 'obsidian', ending: '', files: markdownFiles, write: folder },
  'one Markdown file': { format: 'markdown', ending: '', files: markdownFiles, write: folder, only: 'One.md' },
  'a JEX file': { format: 'joplin', ending: '.jex', files: joplinFiles, write: tar },
  'a Joplin folder': { format: 'joplin', ending: '', files: joplinFiles, write: folder },
  'an ENEX file': { format: 'evernote', ending: '.enex', files: enexFiles(false), write: first },
  'an ENEX file with guids': { format: 'evernote', ending: '.enex', files: enexFiles(true), write: first },
  'a Notion zip': { format: 'notion', ending: '.zip', files: notionFiles, write: zip },
  'a Notion folder': { format: 'notion', ending: '', files: notionFiles, write: folder },
  'an HTML folder': { format: 'html', ending: '', files: htmlFiles, write: folder },
  'an HTML zip': { format: 'html', ending: '.zip', files: htmlFiles, write: zip },
};

const CHANGES = {
  unchanged: { name: 'Old', text: 'first' },
  changed: { name: 'Old', text: 'changed' },
  renamed: { name: 'New', text: 'first' },
  moved: { name: 'elsewhere/Old', text: 'first' },
  'renamed and changed': { name: 'New', text: 'changed' },
} as const;
type Change = keyof typeof CHANGES;

/**
 * Numbers of notes imported, updated and unchanged by the second import, and of imported notes that look imported
 * already.
 */
type Row = readonly [imported: number, updated: number, unchanged: number, looksImported: number];

const BY_ID: Readonly<Record<Change, Row>> = {
  unchanged: [0, 0, 3, 0],
  changed: [0, 1, 2, 0],
  renamed: [0, 0, 3, 0],
  moved: [0, 0, 3, 0],
  'renamed and changed': [0, 1, 2, 0],
};
const BY_PATH: Readonly<Record<Change, Row>> = {
  unchanged: [0, 0, 3, 0],
  changed: [0, 1, 2, 0],
  renamed: [3, 0, 0, 3],
  moved: [3, 0, 0, 3],
  'renamed and changed': [3, 0, 0, 3],
};
const ONE: Readonly<Record<Change, Row>> = {
  unchanged: [0, 0, 1, 0],
  changed: [0, 1, 0, 0],
  renamed: [1, 0, 0, 1],
  moved: [1, 0, 0, 1],
  'renamed and changed': [1, 0, 0, 1],
};

/** Expected results of a second import, by kind of source. */
const TABLE: Readonly<Record<string, Readonly<Record<Change, Row>>>> = {
  'a Markdown folder': BY_PATH,
  'an Obsidian vault': BY_PATH,
  'one Markdown file': ONE,
  'a JEX file': BY_ID,
  'a Joplin folder': BY_ID,
  'an ENEX file': BY_ID,
  'an ENEX file with guids': BY_ID,
  'a Notion zip': BY_ID,
  'a Notion folder': BY_ID,
  'an HTML folder': BY_PATH,
  'an HTML zip': BY_PATH,
};

const CASES = Object.entries(TABLE).flatMap(([kind, rows]) =>
  Object.entries(rows).map(([change, row]) => [kind, change as Change, row] as const),
);

/** Counts notes without attachment notes, by comparison with the notes of the library. */
function countNotes(at: TestLibrary, { looks_imported }: Report, before: readonly string[]): number[] {
  return [at.notes().length - before.length, looks_imported.reduce((sum, { notes }) => sum + notes, 0)];
}

/** Writes a source and returns its path. */
function prepare(root: string, { ending, files, write, only }: SourceKind, name: string, text: string): string {
  const path = join(root, name + ending);
  write(path, files(text));
  return only === undefined ? path : join(path, only);
}

describe('importFolder again [IMPORT-AGAIN]', () => {
  test.each(CASES)(
    'of %s that is %s imports, updates and keeps the expected numbers of notes',
    async (kindName, change, row) => {
      const at = await testLibrary();
      const root = temporaryFolder();
      const kind = KINDS[kindName] as SourceKind;
      const { name, text } = CHANGES[change];
      const path = prepare(root, kind, 'Old', 'first');
      await at.run(path, { format: kind.format });
      const before = at.notes();
      if (name !== 'Old') rmSync(kind.only === undefined ? path : dirname(path), { recursive: true });
      const again = prepare(root, kind, name, text);
      const dry = await at.run(again, { format: kind.format, dry_run: true });
      const report = await at.run(again, { format: kind.format });
      const [imported, updated, unchanged, looksImported] = row;
      expect(countNotes(at, report, before)).toEqual([imported, looksImported]);
      expect(report.updated).toBe(updated);
      expect(report.rejections).toEqual([]);
      expect(imported + updated + unchanged).toBe(report.files - report.attachments);
      const pickCounts = (each: Report) => [each.imported, each.updated, each.unchanged, each.looks_imported];
      if (imported === 0) expect(pickCounts(dry)).toEqual(pickCounts(report));
      else expect(dry.looks_imported).toEqual(report.looks_imported);
    },
  );

  test('recognises a moved folder by the name given with --source', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    writeFiles(join(root, 'a'), markdownFiles('first'));
    const { source } = await at.run(join(root, 'a'));
    renameSync(join(root, 'a'), join(root, 'b'));
    const dry = await at.run(join(root, 'b'), { dry_run: true });
    expect(dry).toMatchObject({ looks_imported: [{ source, notes: 3 }] });
    expect(await at.run(join(root, 'b'), { source })).toMatchObject({ imported: 0, unchanged: 4, looks_imported: [] });
  });

  test('keeps two Evernote notes with the same text separate, also in another file', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    const note = (created: string) =>
      `<note><title>Same</title><created>${created}</created><content>&lt;en-note&gt;same&lt;/en-note&gt;</content></note>`;
    for (const [name, times] of [
      ['apart', ['20240101T000000Z', '20240102T000000Z']],
      ['at once', ['20240103T000000Z', '20240103T000000Z']],
    ] as const) {
      const path = join(root, `${name}.enex`);
      writeFileSync(path, `<en-export>${times.map(note).join('')}</en-export>`);
      expect(await at.run(path, { format: 'evernote' })).toMatchObject({ imported: 2 });
      renameSync(path, join(root, `${name} again.enex`));
      const again = await at.run(join(root, `${name} again.enex`), { format: 'evernote' });
      expect(again).toMatchObject({ imported: 0, updated: 0, unchanged: 2 });
    }
    expect(at.notes()).toHaveLength(4);
  });

  test('does not overwrite an Evernote note with another one of the same second and title in another file', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    const write = (name: string, text: string) =>
      writeFileSync(
        join(root, name),
        `<en-export><note><title>T</title><created>20240101T000000Z</created><content>&lt;en-note&gt;${text}&lt;/en-note&gt;</content></note></en-export>`,
      );
    write('a.enex', 'one');
    write('b.enex', 'two');
    await at.run(join(root, 'a.enex'), { format: 'evernote' });
    expect(await at.run(join(root, 'b.enex'), { format: 'evernote' })).toMatchObject({ imported: 1, updated: 0 });
    expect(at.notes()).toEqual(['a/T', 'b/T']);
  });

  const enexNote = (created: string, title: string, text: string) =>
    `<note><title>${title}</title><created>${created}</created><content>&lt;en-note&gt;${text}&lt;/en-note&gt;</content></note>`;
  const enex = (...notes: readonly string[]) => `<en-export>${notes.join('')}</en-export>`;

  test('updates an Evernote note without a GUID with a new title and text from a renamed file', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    const [before, after] = [join(root, 'a.enex'), join(root, 'b.enex')];
    writeFileSync(before, enex(enexNote('20240101T000000Z', 'Old title', 'buy milk and bread')));
    await at.run(before, { format: 'evernote' });
    const { id: document_id } = await noteCalled(at, 'Old title');
    writeFileSync(after, enex(enexNote('20240101T000000Z', 'New title', 'buy milk and butter')));
    expect(await at.run(after, { format: 'evernote' })).toMatchObject({ imported: 0, updated: 1, looks_imported: [] });
    expect(await noteCalled(at, 'New title')).toMatchObject({ id: document_id, body: 'buy milk and butter\n' });
    await invoke('appendToDocument', at.context, { document_id, text: 'edited' });
    writeFileSync(after, enex(enexNote('20240101T000000Z', 'New title', 'buy milk and cheese')));
    expect((await at.run(after, { format: 'evernote' })).rejections).toMatchObject([{ reason: 'edited_here' }]);
  });

  test('imports Evernote notes of the same second with other titles as new notes and reports them', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    writeFileSync(join(root, 'a.enex'), enex(enexNote('20240101T000000Z', 'A', 'the same words')));
    await at.run(join(root, 'a.enex'), { format: 'evernote' });
    const [b, c] = [
      enexNote('20240101T000000Z', 'B', 'the same words'),
      enexNote('20240101T000000Z', 'C', 'the other words'),
    ];
    writeFileSync(join(root, 'b.enex'), enex(b, c));
    const report = await at.run(join(root, 'b.enex'), { format: 'evernote' });
    expect(report).toMatchObject({ imported: 2, updated: 0, looks_imported: [{ notes: 2 }] });
    expect(at.notes()).toEqual(['a/A', 'b/B', 'b/C']);
  });

  test.each(['markdown', 'obsidian'] as const)('reports a renamed file of %s by its text', async (format) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'a.md': 'the text', 'empty.md': '', 'b.md': 'b' });
    const { source } = await at.run(path, { format });
    renameSync(join(path, 'a.md'), join(path, 'renamed.md'));
    renameSync(join(path, 'empty.md'), join(path, 'blank.md'));
    const report = await at.run(path, { format });
    expect(report).toMatchObject({ imported: 2, looks_imported: [{ source, notes: 1 }] });
    expect(report.vanished).toMatchObject({ count: 2 });
  });

  test('keeps a Notion database and a page with the same id separate, whichever is exported', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    const both = { [`List ${id('3')}.md`]: '# List\n\nthe page\n', [`List ${id('3')}.csv`]: 'Name\na\n' };
    zip(join(root, 'a.zip'), both);
    expect(await at.run(join(root, 'a.zip'), { format: 'notion' })).toMatchObject({ imported: 2 });
    zip(join(root, 'b.zip'), { [`List ${id('3')}.csv`]: 'Name\na\n' });
    expect(await at.run(join(root, 'b.zip'), { format: 'notion' })).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 1,
    });
    zip(join(root, 'c.zip'), { [`List ${id('3')}.md`]: '# List\n\nthe page\n' });
    expect(await at.run(join(root, 'c.zip'), { format: 'notion' })).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 1,
    });
  });

  test('treats equal Joplin ids in two profiles as the same notes, whatever --source is', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    tar(join(root, 'desk.jex'), joplinFiles('first'));
    tar(join(root, 'phone.jex'), joplinFiles('first'));
    await at.run(join(root, 'desk.jex'), { format: 'joplin', source: 'desk' });
    expect(await at.run(join(root, 'phone.jex'), { format: 'joplin', source: 'phone' })).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 4,
    });
  });
});

describe('A library of an earlier version [IMPORT-AGAIN-UPGRADE]', () => {
  const legacy = (key: string) => ({ kind: 'joplin', id: `Old-12345678:${key}` });
  const legacyId = (key: string) => idForSource('document', legacy(key));
  const address = (key: string) => `document://default/documents/${legacyId(key)}`;

  /** Imports notes as earlier versions did, identified by a source below the path of their export. */
  async function importAsBefore(at: TestLibrary, texts: Readonly<Record<string, readonly [string, string]>>) {
    for (const [key, [title, body]] of Object.entries(texts)) {
      const written = await buildContent(at.library, { title, body });
      await at.library.store.write((unit) => {
        const notebookPk = unit.notebooks.all().find(({ name }) => name === 'Notes')?.pk as number;
        const [documentId, revisionId] = [legacyId(key), newId('revision')];
        const times = { createdAt: 1, updatedAt: 1, at: 1 };
        const place = { id: documentId, notebookPk, fileName: title };
        const pk = unit.documents.insert({ ...written, ...times, ...place, revisionId, origin: 'import' });
        unit.provenance.record({ pk, id: documentId }, legacy(key), contentDigest(title, body), 1);
      });
    }
  }

  const texts = {
    [id('1')]: ['One', `first [two](${address(id('2'))})`],
    [id('2')]: ['Two', `second [one](${address(id('1'))})`],
  } as const;
  const makeExport = (text: string): Files => ({
    [`${id('1')}.md`]: `One\n\n${text} [two](:/${id('2')})\n\nid: ${id('1')}\ntype_: 1`,
    [`${id('2')}.md`]: `Two\n\nsecond [one](:/${id('1')})\n\nid: ${id('2')}\ntype_: 1`,
  });

  test('gets no second copy of a note when the same export is imported from another path', async () => {
    const at = await testLibrary();
    await importAsBefore(at, texts);
    const path = join(temporaryFolder(), 'New.jex');
    tar(path, makeExport('first'));
    const before = at.changes();
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 0, updated: 0, unchanged: 2 });
    expect(at.changes()).toBe(before);
    tar(path, makeExport('changed'));
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 0, updated: 1, unchanged: 1 });
    expect(await noteCalled(at, 'One')).toMatchObject({
      id: legacyId(id('1')),
      body: `changed [two](${address(id('2'))})`,
    });
  });

  test('with two copies of each note gets changes in those outside Trash', async () => {
    const at = await testLibrary();
    await importAsBefore(at, texts);
    await at.library.store.write((unit) => {
      const one = unit.documents.get(legacyId(id('1')));
      const two = unit.documents.get(legacyId(id('2')));
      // The second copy was made from another path, later, and moved to Trash.
      unit.provenance.record(two as never, { kind: 'joplin', id: `Copy-12345678:${id('1')}` }, 'x', 2);
      unit.documents.trash(two as never, 3);
      expect(one?.deletedAt).toBeNull();
    });
    const path = join(temporaryFolder(), 'New.jex');
    tar(path, makeExport('changed'));
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 0, updated: 1, unchanged: 1 });
    expect(await noteCalled(at, 'One')).toMatchObject({ id: legacyId(id('1')) });
  });
});

describe('Notes whose files are gone [IMPORT-VANISHED]', () => {
  const three = { 'a.md': 'a', 'b/b.md': 'b', 'c.md': 'c' };

  async function vanishing(gone: readonly string[]) {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, three);
    await at.run(path);
    for (const name of gone) rmSync(join(path, name));
    return { at, path };
  }

  test('are listed by an import and by a dry run, and stay', async () => {
    const { at, path } = await vanishing(['b/b.md']);
    for (const dry_run of [true, false]) {
      const { vanished } = await at.run(path, { dry_run });
      const notes = [{ path: 'b/b.md', title: 'b', outcome: 'kept' }];
      expect(vanished).toMatchObject({ is_known: true, count: 1, trashed: 0, withheld: null, notes });
    }
    expect(at.notes()).toHaveLength(3);
  });

  test('are moved to Trash with trash_vanished, except in a dry run or when they were edited in the library', async () => {
    const { at, path } = await vanishing(['a.md', 'b/b.md']);
    const { id: document_id } = await noteCalled(at, 'a');
    await invoke('appendToDocument', at.context, { document_id, text: 'edited' });
    const expected = { count: 2, trashed: 1, edited: 1, withheld: null };
    expect((await at.run(path, { dry_run: true, trash_vanished: true })).vanished).toMatchObject(expected);
    expect(at.notes()).toHaveLength(3);
    expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject(expected);
    expect(at.notes()).toEqual(['Vault/a', 'Vault/c']);
    expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject({ count: 1, trashed: 0, edited: 1 });
  });

  test('stay when no file of an earlier import is left, unless allow_empty is set', async () => {
    const { at, path } = await vanishing(['a.md', 'b/b.md', 'c.md']);
    await expect(at.run(path, { trash_vanished: true })).rejects.toMatchObject({ code: 'validation_failed' });
    writeFiles(path, { 'other.md': 'another disk' });
    const withheld = { count: 3, trashed: 0, withheld: 'none_left' };
    expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject(withheld);
    expect(at.notes()).toHaveLength(4);
    await expect(at.run(path, { allow_empty: true })).rejects.toMatchObject({ code: 'validation_failed' });
    rmSync(join(path, 'other.md'));
    const report = await at.run(path, { trash_vanished: true, allow_empty: true });
    expect(report.vanished).toMatchObject({ count: 4, trashed: 4, withheld: null });
    expect(at.notes()).toEqual([]);
  });

  describe('after all files were replaced', () => {
    const replaceFiles = async () => {
      const made = await vanishing(['a.md', 'b/b.md', 'c.md']);
      writeFiles(made.path, { 'x.md': 'x', 'y.md': 'y' });
      return made;
    };
    const withheld = { trashed: 0, withheld: 'none_left' };

    test.each([
      ['with the request withheld', { trash_vanished: true }],
      ['without a request', {}],
    ])('stay in every later import, the first one %s', async (_, options) => {
      const { at, path } = await replaceFiles();
      await at.run(path, options);
      writeFiles(path, { 'z.md': 'z', 'y.md': 'changed' });
      for (const dry_run of [true, false, false])
        expect((await at.run(path, { trash_vanished: true, dry_run })).vanished).toMatchObject({
          ...withheld,
          count: 3,
        });
      expect(at.notes()).toHaveLength(6);
      const report = await at.run(path, { trash_vanished: true, allow_empty: true });
      expect(report.vanished).toMatchObject({ count: 3, trashed: 3, withheld: null });
      rmSync(join(path, 'x.md'));
      expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject({ trashed: 1, withheld: null });
      expect(at.notes()).toEqual(['Vault/y', 'Vault/z']);
    });

    test('stay when the import of the new notes did not read the source completely', async () => {
      const { at, path } = await replaceFiles();
      symlinkSync(temporaryFolder(), join(path, 'linked'));
      expect((await at.run(path, { trash_vanished: true })).vanished.withheld).toBe('not_read_in_full');
      rmSync(join(path, 'linked'));
      expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject(withheld);
    });

    test('are moved to Trash when a file of the earlier import is back', async () => {
      const { at, path } = await replaceFiles();
      await at.run(path, { trash_vanished: true });
      writeFiles(path, { 'a.md': 'a' });
      expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject({ trashed: 2, withheld: null });
      expect(at.notes()).toEqual(['Vault/a', 'Vault/x', 'Vault/y']);
    });

    test('do not prevent the trashing of others once they are in Trash', async () => {
      const { at, path } = await replaceFiles();
      await at.run(path, { trash_vanished: true });
      for (const title of ['a', 'b', 'c']) {
        const { id: document_id, current_revision_id: base_revision_id } = await noteCalled(at, title);
        await invoke('trashDocument', at.context, { document_id, base_revision_id });
      }
      rmSync(join(path, 'x.md'));
      expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject({ trashed: 1, withheld: null });
    });

    test('do not prevent the trashing of others when they were edited in the library', async () => {
      const { at, path } = await replaceFiles();
      await at.run(path);
      await invoke('appendToDocument', at.context, { document_id: (await noteCalled(at, 'a')).id, text: 'edited' });
      await at.run(path, { trash_vanished: true, allow_empty: true });
      rmSync(join(path, 'x.md'));
      const { vanished } = await at.run(path, { trash_vanished: true });
      expect(vanished).toMatchObject({ count: 2, trashed: 1, edited: 1, withheld: null });
    });
  });

  test.each([
    ['a link to a folder', (path: string) => symlinkSync(temporaryFolder(), path)],
    ['a link that leads nowhere', (path: string) => symlinkSync('nowhere', path)],
    ['an ordinary file', (path: string) => writeFileSync(path, 'x')],
  ])('are unknown when their folder was replaced by %s', async (_, replace) => {
    const { at, path } = await vanishing(['b/b.md']);
    rmSync(join(path, 'b'), { recursive: true });
    replace(join(path, 'b'));
    const { vanished } = await at.run(path, { trash_vanished: true });
    expect(vanished).toMatchObject({ is_known: false, trashed: 0, withheld: 'not_read_in_full' });
    expect(at.notes()).toHaveLength(3);
  });

  test('are moved to Trash beside a link to a file that is not a note', async () => {
    const { at, path } = await vanishing(['a.md']);
    symlinkSync(join(path, 'c.md'), join(path, 'image.png'));
    expect((await at.run(path, { trash_vanished: true })).vanished).toMatchObject({ trashed: 1, withheld: null });
  });

  test.each([
    ['not UTF-8', Buffer.from([0x80])],
    ['holding a NUL character', Buffer.from([0])],
    ['too large', Buffer.alloc(16 * 1024 * 1024 + 1, 97)],
  ])('are unknown when a file is rejected as %s', async (_, bytes) => {
    for (const name of ['a.md', 'renamed.md']) {
      const { at, path } = await vanishing(['a.md']);
      writeFileSync(join(path, name), bytes);
      const { rejected, vanished } = await at.run(path, { trash_vanished: true });
      expect(rejected).toBe(1);
      expect(vanished).toMatchObject({ is_known: false, count: 0, trashed: 0, withheld: 'not_read_in_full' });
      expect(at.notes()).toHaveLength(3);
    }
  });

  test('are moved to Trash beside a rejected attachment and a note edited in the library', async () => {
    const { at, path } = await vanishing(['a.md']);
    await invoke('appendToDocument', at.context, { document_id: (await noteCalled(at, 'c')).id, text: 'edited' });
    symlinkSync(join(path, 'c.md'), join(path, 'i.png'));
    writeFiles(path, { 'c.md': 'changed', 'd.md': '![i](i.png)' });
    const report = await at.run(path, { trash_vanished: true });
    expect(report.rejections.map(({ reason }) => reason).sort()).toEqual(['edited_here', 'symlink']);
    expect(report.vanished).toMatchObject({ count: 1, trashed: 1, withheld: null });
  });

  test('are unknown when an entry of the source cannot be read', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'a.zip');
    const page = (name: string) => ({ name, bytes: `<p>${name}</p>` });
    writeFileSync(path, makeZip([page('one.html'), page('two.html')]));
    await at.run(path, { format: 'html' });
    writeFileSync(path, makeZip([page('one.html'), { name: '../two.html', bytes: 'x' }]));
    const { vanished } = await at.run(path, { format: 'html', trash_vanished: true });
    expect(vanished).toMatchObject({ is_known: false, count: 0, trashed: 0, withheld: 'not_read_in_full' });
    expect(at.notes()).toHaveLength(2);
  });

  test('are found in an export whose notes have their own ids', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'J.jex');
    tar(path, joplinFiles('first'));
    await at.run(path, { format: 'joplin' });
    const { [`${id('3')}.md`]: _, ...left } = joplinFiles('first');
    tar(path, left);
    const { vanished } = await at.run(path, { format: 'joplin', trash_vanished: true });
    expect(vanished).toMatchObject({ count: 1, trashed: 1, notes: [{ title: 'Three' }] });
  });
});

describe('importFolder of one Markdown file [IMPORT-ONE-FILE]', () => {
  test('imports the file and the files below its folder that it refers to', async () => {
    const at = await testLibrary();
    const root = temporaryFolder();
    writeFiles(root, {
      'secret.png': 'x',
      'Notes/a.md': '![in](img/i.png) ![out](../secret.png) ![link](link.png) [b](b.md)',
      'Notes/img/i.png': PNG,
      'Notes/b.md': 'b',
    });
    symlinkSync(join(root, 'secret.png'), join(root, 'Notes/link.png'));
    const report = await at.run(join(root, 'Notes/a.md'));
    expect(report).toMatchObject({ files: 3, imported: 2, attachments: 2, ignored: 0, rejected: 1 });
    expect(report.rejections).toMatchObject([{ path: 'link.png', reason: 'symlink' }]);
    expect(report.vanished.is_known).toBe(false);
    expect(at.notes()).toEqual(['Notes/a']);
    expect((await noteCalled(at, 'a')).body).toMatch(/^!\[in\]\(resource:.*\) !\[out\]\(\.\.\/secret\.png\)/);
  });

  test('produces the same note as an import of its folder, in either order', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'sub/a.md': 'a', 'b.md': 'b' });
    await at.run(path);
    writeFiles(path, { 'sub/a.md': 'changed' });
    expect(await at.run(join(path, 'sub/a.md'))).toMatchObject({ imported: 0, updated: 1 });
    expect(await at.run(path)).toMatchObject({ imported: 0, updated: 0, unchanged: 2, vanished: { count: 0 } });
    const other = join(temporaryFolder(), 'Other');
    writeFiles(other, { 'x.md': 'x', 'y.md': 'y' });
    await at.run(join(other, 'x.md'));
    expect(await at.run(other)).toMatchObject({ imported: 1, unchanged: 1 });
  });
});
