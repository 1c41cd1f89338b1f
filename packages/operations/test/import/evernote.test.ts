import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteCalled, temporaryFolder, testLibrary, writeFiles } from './support.js';

test.each([false, true])(
  'A file with invalid Base64 is rejected and its note is imported [IMPORT-FORMATS]: %s',
  async (dry_run) => {
    const at = await testLibrary();
    const file = path();
    const resources = ['!!!!not base64 $$$', 'aGVsbG8', 'aGVsbG8=']
      .map(
        (data, n) =>
          `<resource><data>${data}</data><resource-attributes><file-name>${n}.bin</file-name></resource-attributes></resource>`,
      )
      .join('');
    writeFileSync(file, makeExport([{ title: 'T' }]).replace('</note>', `${resources}</note>`));
    const rejections = ['0', '1'].map((n) => ({ path: `N.enex/T/${n}.bin`, reason: 'malformed' }));
    const report = await at.run(file, { format: 'evernote', dry_run });
    expect(report).toMatchObject({ imported: 2, rejected: 2, rejections });
  },
);

test('A rejected file is replaced by its name without an address [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const file = path();
  const md5 = createHash('md5').update('!!!').digest('hex');
  const resource = `<resource><data>!!!</data><resource-attributes><file-name>a_*b*.bin</file-name></resource-attributes></resource>`;
  const body = `one <en-media hash="${md5}" type="image/png"/> two <en-media hash="${md5}" type="a/b"/>`;
  writeFileSync(file, makeExport([{ title: 'T', body }]).replace('</note>', `${resource}</note>`));
  expect(await at.run(file, { format: 'evernote' })).toMatchObject({ imported: 1, rejected: 1 });
  const name = '*(a\\_\\*b\\*.bin: could not be imported)*';
  expect((await noteCalled(at, 'T')).body.trim()).toBe(`one ${name} two ${name}`);
  expect(await at.run(file, { format: 'evernote' })).toMatchObject({ unchanged: 1, rejected: 1 });
});

interface Note {
  readonly title: string;
  readonly created?: string;
  readonly body?: string;
}

function makeExport(notes: readonly Note[]): string {
  const texts = notes.map(({ title, created = '', body = '' }) => {
    const made = created === '' ? '' : `<created>${created}</created>`;
    return `<note><title>${title}</title>${made}<content><![CDATA[<en-note>${body}</en-note>]]></content></note>`;
  });
  return `\ufeff<?xml version="1.0"?><en-export>${texts.join('\n')}</en-export>`;
}

const path = () => join(temporaryFolder(), 'N.enex');

test('A note is recognised by its creation time, and by its title if several share that time [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const file = path();
  const [one, two, alone] = ['20240101T000000Z', '20240101T000000Z', '20240102T000000Z'];
  const first = [
    { title: 'one', created: one },
    { title: 'two', created: two },
    { title: 'alone', created: alone },
    { title: 'timeless' },
    { title: 'timeless' },
  ];
  writeFileSync(file, makeExport(first));
  expect(await at.run(file, { format: 'evernote' })).toMatchObject({ imported: 5 });
  const later = [
    { title: 'renamed', created: alone, body: 'x' },
    { title: 'two', created: two, body: 'x' },
    { title: 'one', created: one },
    { title: 'timeless' },
    { title: 'timeless' },
  ];
  writeFileSync(file, makeExport(later));
  expect(await at.run(file, { format: 'evernote' })).toMatchObject({ imported: 0, updated: 2, unchanged: 3 });
  expect(at.notes()).toEqual(['N/one', 'N/renamed', 'N/timeless', 'N/timeless', 'N/two']);
});

test('Notes stay in their notebook when one file of an imported folder is imported, and move with the file', async () => {
  const at = await testLibrary();
  const all = join(temporaryFolder(), 'All');
  writeFiles(all, { 'Stack/N.enex': makeExport([{ title: 'one', created: '20240101T000000Z' }]) });
  await at.run(all, { format: 'evernote' });
  for (const source of [join(all, 'Stack/N.enex'), join(all, 'Stack'), all]) {
    expect(await at.run(source, { format: 'evernote' })).toMatchObject({ imported: 0, updated: 0, unchanged: 1 });
    expect(at.notes()).toEqual(['All/Stack/N/one']);
  }
  mkdirSync(join(all, 'Other'));
  renameSync(join(all, 'Stack/N.enex'), join(all, 'Other/N.enex'));
  expect(await at.run(all, { format: 'evernote' })).toMatchObject({ imported: 0, updated: 1 });
  expect(at.notes()).toEqual(['All/Other/N/one']);
});

test('A link with the GUID of a note leads to it, whatever the titles are [IMPORT-LINKS]', async () => {
  const at = await testLibrary();
  const file = path();
  const guid = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
  const link = (letter: string, text: string) =>
    `<a href="evernote:///view/1/s1/${guid(letter)}/${guid(letter)}/">${text}</a>`;
  const notes = [
    { title: 'Twice' },
    { title: 'Twice' },
    { title: 'From', body: `${link('B', 'Twice')} ${link('a', 'renamed')} ${link('d', 'From')}` },
  ];
  const letters = ['a', 'b', 'c'];
  writeFileSync(
    file,
    makeExport(notes).replaceAll('<note>', () => `<note><guid>${guid(letters.shift() as string)}</guid>`),
  );
  expect(await at.run(file, { format: 'evernote' })).toMatchObject({ imported: 3, warnings: [] });
  const { body, uri } = await noteCalled(at, 'From');
  const targets = [...body.matchAll(/\((document:[^)]+)\)/g)].map(([, target]) => target);
  expect(new Set(targets).size).toBe(3);
  expect(targets[2]).toBe(uri);
});

test('A link by a title that several notes have stays unchanged, with a warning [IMPORT-LINKS]', async () => {
  const at = await testLibrary();
  const file = path();
  const link = '<a href="evernote:///view/1/s1/a/a/">Twice</a>';
  const notes = [{ title: 'Twice' }, { title: 'Twice' }, { title: 'From', body: link }];
  writeFileSync(file, makeExport(notes));
  const { warnings } = await at.run(file, { format: 'evernote' });
  const message =
    'links to notes stay links to Evernote, since not exactly one note of the source has their title: "Twice"';
  expect(warnings).toEqual([{ path: 'N.enex/From', message }]);
  const found = at.library.store.read((reader) => reader.documents.findByTitleKey('from', 2));
  const body = at.library.store.read((reader) => reader.documents.getWithBody(found[0] as string)?.body);
  expect(body).toBe('[Twice](evernote:///view/1/s1/a/a/)\n');
});

test('A time that cannot be read is reported with the title of its note [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const file = path();
  writeFileSync(
    file,
    makeExport([
      { title: 'Odd', created: 'last Monday' },
      { title: 'Fine', created: '20240101T000000Z' },
    ]).replace('</created><content>', '</created><updated>20241301T000000Z</updated><content>'),
  );
  expect((await at.run(file, { format: 'evernote' })).warnings).toEqual([
    { path: 'N.enex/Odd', message: 'created: "last Monday" is not a valid date' },
    { path: 'N.enex/Odd', message: 'updated: "20241301T000000Z" is not a valid date' },
  ]);
});
