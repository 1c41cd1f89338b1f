import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { noteCalled, temporaryFolder, testLibrary, writeFiles } from './support.js';

const INFO = JSON.stringify({
  version: 2,
  'net.shinyfrog.bear': { creationDate: '2020-01-02T03:04:05Z', modificationDate: '2021-01-02T03:04:05Z' },
});

test.each(['markdown', 'obsidian'] as const)(
  'a TextBundle becomes a note with its name, its times and its files (%s) [IMPORT-BUNDLES]',
  async (format) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Bear');
    writeFiles(path, {
      'Trip.textbundle/info.json': INFO,
      'Trip.textbundle/text.md': '# Trip\n\n![](assets/map.png) [[Plan]]',
      'Trip.textbundle/assets/map.png': 'PNG',
      'sub/Plan.textbundle/text.txt': '![](assets/map.png)',
      'sub/Plan.textbundle/assets/map.png': 'other',
      'sub/Own.textbundle/info.json': '{',
      'sub/Own.textbundle/text.markdown': '---\ntitle: Titled\n---\n',
      'text.md': 'no bundle',
    });
    for (const counts of [{ imported: 6 }, { unchanged: 6 }])
      expect(await at.run(path, { format })).toMatchObject({ ...counts, rejected: 0, warnings: [] });
    expect(at.notes()).toEqual(['Bear/Trip', 'Bear/sub/Plan', 'Bear/sub/Titled', 'Bear/text']);
    const [trip, plan] = [await noteCalled(at, 'Trip'), await noteCalled(at, 'Plan')];
    expect(trip).toMatchObject({ created_at: '2020-01-02T03:04:05.000Z', updated_at: '2021-01-02T03:04:05.000Z' });
    const { outgoing } = await invoke('listDocumentLinks', at.context, { document_id: trip.id });
    expect(outgoing.map(({ canonical_target }) => canonical_target)).toContain(plan.uri);
    const [map] = /resource:[^)]+/.exec(trip.body) ?? [];
    const [other] = /resource:[^)]+/.exec(plan.body) ?? [];
    expect(map).not.toBe(other);
  },
);

test('an export of a TextBundle is a Markdown file with its name [IMPORT-BUNDLES]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Bear');
  writeFiles(path, { 'Trip.textbundle/text.md': '![](assets/map.png)', 'Trip.textbundle/assets/map.png': 'PNG' });
  utimesSync(join(path, 'Trip.textbundle/text.md'), 1_600_000_000, 1_600_000_000);
  await at.run(path);
  const out = join(temporaryFolder(), 'out');
  await invoke('exportNotes', at.context, { format: 'markdown', directory: out });
  const other = await testLibrary();
  expect(await other.run(out)).toMatchObject({ imported: 2, warnings: [] });
  expect(other.notes()).toEqual(['out/Bear/Trip']);
});

test('an export keeps the files of TextBundles in the folder of their notebook, also when all notes are bundles [IMPORT-BUNDLES]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Bear');
  writeFiles(path, {
    'sub/Trip.textbundle/text.md': '![](assets/map.png)',
    'sub/Trip.textbundle/assets/map.png': 'PNG',
  });
  await at.run(path);
  const out = join(temporaryFolder(), 'out');
  await invoke('exportNotes', at.context, { format: 'markdown', directory: out });
  expect(readFileSync(join(out, 'Bear/sub/Trip.textbundle/assets/map.png'), 'utf8')).toBe('PNG');
});

test('files with notes that an import of Markdown does not read are named in the report', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Notes');
  writeFiles(path, {
    'a.md': '',
    'b.textpack': 'x',
    'c.ENEX': 'x',
    'd.jex': 'x',
    'e.org': 'x',
    'f.bear2bk': 'x',
    'g.zip': 'x',
    'h.canvas': '{}',
  });
  const { warnings } = await at.run(path);
  const unpack = 'compressed notes, which are not opened. Unpack the file like a .zip and import its folder';
  expect(warnings).toEqual([
    { path: 'b.textpack', message: unpack },
    { path: 'c.ENEX', message: 'notes of Evernote, not imported. Import the file with the format evernote' },
    { path: 'd.jex', message: 'notes of Joplin, not imported. Import the file with the format joplin' },
    { path: 'f.bear2bk', message: unpack },
    {
      path: 'h.canvas',
      message:
        'a canvas of Obsidian, whose texts are not imported as notes. It becomes an attachment of a note that links to it',
    },
  ]);
});

test.each([
  ['joplin', `${'a'.repeat(32)}.md`, 'Joplin'],
  ['notion', `Home ${'a'.repeat(32)}.md`, 'Notion'],
] as const)(
  'a folder of Markdown that looks like an export of %s is imported with advice',
  async (format, name, program) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Notes');
    writeFiles(path, { [name]: '# Home' });
    const message = `looks like an export of ${program}, imported as plain Markdown. For its titles, tags and links, import it with the format ${format}`;
    expect((await at.run(path)).warnings).toEqual([{ path: 'Notes', message }]);
    writeFiles(path, { 'b.md': '', 'c.md': '' });
    expect((await at.run(path)).warnings).toEqual([]);
  },
);

test.each([
  ['Note.txt', /To import text files, change their endings from \.txt to \.md$/],
  ['All.enex', /It contains "All\.enex": notes of Evernote, not imported\. Import the file with the format evernote$/],
])('a folder without Markdown is refused, and the message says how to import %s', async (name, message) => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Notes');
  writeFiles(path, { [name]: 'x' });
  for (const format of ['markdown', 'obsidian'] as const)
    await expect(at.run(path, { format })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(message),
    });
});
