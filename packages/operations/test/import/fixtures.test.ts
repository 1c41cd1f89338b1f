import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { makeTar, makeZip } from './archives.js';
import { type Report, type TestLibrary, temporaryFolder, testLibrary } from './support.js';

type Format = 'joplin' | 'evernote' | 'notion' | 'html';

const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));

/** Creates a folder with another program's export, named like its notebook. */
function copyFixture(format: Format): string {
  const path = join(temporaryFolder(), format);
  cpSync(join(FIXTURES, format), path, { recursive: true });
  return path;
}

const readFiles = (root: string): { name: string; bytes: Buffer }[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(root, path), bytes: readFileSync(path) }));

function writeFile(name: string, bytes: Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** Describes everything that an import made, with addresses replaced by the names of their targets. */
async function describeLibrary(at: TestLibrary, report: Report): Promise<string> {
  const names = new Map<string, string>();
  const notes = at.library.store.read((reader) => {
    const rows = reader.notebooks.all();
    const getPath = (pk: number | null): string[] => {
      const row = rows.find((each) => each.pk === pk);
      return row === undefined ? [] : [...getPath(row.parentPk), row.name];
    };
    return rows
      .filter(({ builtin }) => !builtin)
      .flatMap((row) =>
        reader.documents.listInNotebook(row.pk, 1000).map(({ id, title, tags, createdAt }) => {
          names.set(`document://default/documents/${id}`, `<${title}>`);
          const about = [tags.join(' '), new Date(createdAt).toISOString()];
          const body = reader.documents.getWithBody(id)?.body ?? '';
          return { id, body, head: `${[...getPath(row.pk), title].join('/')} (${about.join('; ')})` };
        }),
      );
  });
  for (const { id } of notes)
    for (const { uri, filename } of (await invoke('listDocumentResources', at.context, { document_id: id })).resources)
      names.set(uri, `<${filename}>`);
  const texts = notes.map(({ head, body }) => {
    const named = [...names].reduce((text, [uri, name]) => text.replaceAll(uri, name), body);
    return `==== ${head}\n${named}`;
  });
  const { files, attachments, imported, rejected, ignored, rejections, warnings } = report;
  const counts = JSON.stringify({ files, attachments, imported, rejected, ignored });
  const told = [...rejections, ...warnings].map(({ path, message }) => `${path}: ${message}`);
  return `${[counts, ...told, ...texts.sort()].join('\n')}\n`;
}

const pickCounts = ({ ledger: _ledger, bundle: _bundle, dry_run: _dryRun, job: _job, ...counts }: Report) => counts;

const sources: [Format, string, () => string][] = [
  ['evernote', 'a file', () => join(copyFixture('evernote'), 'Notebook.enex')],
  ['joplin', 'a RAW folder', () => copyFixture('joplin')],
  ['joplin', 'a JEX file', () => writeFile('joplin.jex', makeTar(readFiles(join(FIXTURES, 'joplin'))))],
  [
    'notion',
    'a zip within a zip',
    () =>
      writeFile('notion.zip', makeZip([{ name: 'Part-1.zip', bytes: makeZip(readFiles(join(FIXTURES, 'notion'))) }])),
  ],
  ['notion', 'a folder', () => copyFixture('notion')],
  ['html', 'a folder', () => copyFixture('html')],
  ['html', 'a zip', () => writeFile('html.zip', makeZip(readFiles(join(FIXTURES, 'html'))))],
];

test.each(sources)(
  'importFolder of %s from %s imports the expected notes, and nothing when repeated [IMPORT-FORMATS] [IMPORT-LINKS]',
  async (format, kind, source) => {
    const at = await testLibrary();
    const path = source();
    const before = at.changes();
    const dry = await at.run(path, { format, dry_run: true });
    expect(at.changes()).toBe(before);
    const report = await at.run(path, { format });
    expect(pickCounts(dry)).toEqual(pickCounts(report));
    // The times of a folder vary.
    const text = (await describeLibrary(at, report)).replaceAll(
      /; (?:2024-01-02T03:04:06|20\d\d-\d\d-\d\dT[\d:]+)\.\d+Z\)/g,
      (time) => (format === 'notion' || format === 'html' ? ')' : time),
    );
    await expect(text).toMatchFileSnapshot(join(FIXTURES, 'expected', `${format}.txt`));
    const changes = at.changes();
    const again = await at.run(path, { format });
    expect(again).toMatchObject({ imported: 0, updated: 0, unchanged: report.imported, rejected: report.rejected });
    expect(at.changes(), kind).toBe(changes);
  },
);

test.each(sources)(
  'importFolder of %s from %s stops at once when it is aborted [IMPORT-FORMATS]',
  async (format, _, source) => {
    const at = await testLibrary();
    const context = { ...at.context, signal: AbortSignal.abort() };
    const asked = { format, path: source() };
    expect(await invoke('importFolder', context, { ...asked, dry_run: true })).toMatchObject({ interrupted: true });
    expect(await invoke('importFolder', context, asked)).toMatchObject({
      interrupted: true,
      job: { state: 'cancelled' },
    });
    expect(await at.run(asked.path, { format })).toMatchObject({ interrupted: false, job: { state: 'succeeded' } });
  },
);

test('importFolder of a single page imports only the files that the page shows [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const report = await at.run(join(copyFixture('html'), 'page.html'), { format: 'html' });
  expect(report).toMatchObject({ files: 3, attachments: 2, imported: 3, ignored: 0 });
  expect(at.notes()).toEqual(['page/A page']);
});

test('importFolder updates a changed note wherever its page is and whatever its name is [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const name = (title: string) => `${title} 0123456789abcdef0123456789abcdef.md`;
  const first = writeFile('n.zip', makeZip([{ name: name('Old'), bytes: '# Old\n\none' }]));
  await at.run(first, { format: 'notion', source: 's' });
  const second = writeFile('n.zip', makeZip([{ name: `Moved/${name('New')}`, bytes: '# New\n\ntwo' }]));
  expect(await at.run(second, { format: 'notion', source: 's' })).toMatchObject({ imported: 0, updated: 1 });
  expect(at.notes()).toEqual(['n/Moved/New']);
});

test('importFolder of archives continues after an interruption [IMPORT-FORMATS] [J-RESUME]', async () => {
  const pages = Array.from({ length: 230 }, (_, n) => ({
    name: `p${n}.html`,
    bytes: `<p>${n} <a href="p${(n + 1) % 230}.html">on</a></p>`,
  }));
  const path = writeFile('pages.zip', makeZip(pages));
  const at = await testLibrary();
  const stop = new AbortController();
  const context = { ...at.context, signal: stop.signal, progress: (done: number) => done >= 100 && stop.abort() };
  const cut = await invoke('importFolder', context, { format: 'html', path });
  expect(cut).toMatchObject({ interrupted: true, job: { state: 'cancelled' } });
  const seen: number[] = [];
  const rest = await invoke(
    'importFolder',
    { ...at.context, progress: (done) => seen.push(done) },
    { format: 'html', path },
  );
  expect([seen[0], rest.imported, rest.job?.job_id]).toEqual([cut.imported, 230, cut.job?.job_id]);
  const lint = await invoke('getLintReport', at.context, { checks: ['broken_document_link'] });
  expect(lint.checks).toMatchObject([{ count: 0 }]);
});

test.each([
  ['joplin', 'a.zip'],
  ['evernote', 'a.zip'],
  ['notion', 'a.jex'],
  ['html', 'a.enex'],
  ['markdown', 'a.txt'],
  ['obsidian', 'a.md'],
] as const)('importFolder of %s refuses %s', async (format, name) => {
  const at = await testLibrary();
  await expect(at.run(writeFile(name, Buffer.from('x')), { format })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/^path: for the format \w+, give /),
  });
});
