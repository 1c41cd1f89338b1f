import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { noteCalled, temporaryFolder, testLibrary, writeFiles } from './support.js';

const id = (letter: string) => letter.repeat(32);

test('Notes in cyclic or missing notebooks are imported nevertheless [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  writeFiles(path, {
    [`${id('a')}.md`]: `A\n\nid: ${id('a')}\nparent_id: ${id('b')}\ntype_: 2`,
    [`${id('b')}.md`]: `B\n\nid: ${id('b')}\nparent_id: ${id('a')}\ntype_: 2`,
    [`${id('c')}.md`]: `in a circle\n\nid: ${id('c')}\nparent_id: ${id('a')}\ntype_: 1`,
    [`${id('d')}.md`]: `nowhere\n\nid: ${id('d')}\nparent_id: ${id('e')}\ntype_: 1`,
    [`${id('1')}.md`]: `thrown away\n\nid: ${id('1')}\ndeleted_time: 1700000000000\ntype_: 1`,
    [`${id('2')}.md`]: 'no item',
    'other.md': 'text',
  });
  const report = await at.run(path, { format: 'joplin' });
  expect(report).toMatchObject({ imported: 2, rejected: 0 });
  expect(at.notes()).toEqual(['J/B/A/in a circle', 'J/nowhere']);
});

test('A long note is read completely, with the properties at its end', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const body = 'é line\n'.repeat(40_000).trimEnd();
  writeFiles(path, { [`${id('c')}.md`]: `Long\n\n${body}\n\nid: ${id('c')}\ntype_: 1` });
  expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 1, warnings: [] });
  const [note] = at.library.store.read((reader) => reader.documents.findByTitleKey('long', 2));
  expect(at.library.store.read((reader) => reader.documents.getWithBody(note as string)?.body)).toBe(body);
});

test('Of two items with the same id every run imports the first; a file with another name is rejected [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const note = (title: string, itsId = id('c')) => `${title}\n\nid: ${itsId}\ntype_: 1`;
  writeFiles(path, {
    [`a/${id('c')}.md`]: note('first'),
    [`b/${id('c')}.md`]: note('second'),
    [`${id('d')}.md`]: note('misnamed', id('e')),
    [`${id('f')} (1).md`]: note('copied', id('f')),
  });
  const rejections = [
    { path: `${id('d')}.md`, reason: 'malformed' },
    { path: `b/${id('c')}.md`, reason: 'duplicate' },
  ];
  expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 1, ignored: 1, rejected: 2, rejections });
  expect(at.notes()).toEqual(['J/first']);
  const before = at.changes();
  expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 0, updated: 0, unchanged: 1 });
  expect(at.changes()).toBe(before);
});

test('The report lists the ignored items of a Joplin export by path, deleted notes among them [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  writeFiles(path, {
    [`${id('c')}.md`]: `kept\n\nid: ${id('c')}\ntype_: 1`,
    [`${id('d')}.md`]: `deleted\n\nid: ${id('d')}\ndeleted_time: 1700000000000\ntype_: 1`,
    [`${id('e')}.md`]: `id: ${id('e')}\ntype_: 13`,
    [`${id('f')}.md`]: 'no item',
    'unused.png': 'PNG',
  });
  const ignored = [`${id('d')}.md`, `${id('e')}.md`, `${id('f')}.md`, 'unused.png'];
  expect(await at.run(path, { format: 'joplin' })).toMatchObject({ imported: 1, ignored: 4, ignored_paths: ignored });
});

test('The report and the ledger of a Joplin export name notes and attachments by title, long ones too [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const long = 'line\n'.repeat(40_000);
  writeFiles(path, {
    [`${id('a')}.md`]: `Shopping\n\n[f](:/${id('e')})\n\nid: ${id('a')}\ntype_: 1`,
    [`${id('b')}.md`]: `Long\n\n[f](:/${id('f')})\n\n${long}\n\nid: ${id('b')}\ntype_: 1`,
    [`${id('c')}.md`]: `Broken\n\na\0b\n\nid: ${id('c')}\ntype_: 1`,
    [`b/${id('a')}.md`]: `Copy\n\nx\n\nid: ${id('a')}\ntype_: 1`,
    [`${id('d')}.md`]: `\n\nid: ${id('d')}\nencryption_applied: 1\ntype_: 1`,
    [`${id('e')}.md`]: `photo.bin\n\nid: ${id('e')}\nsize: 999\ntype_: 4`,
    [`resources/${id('e')}.bin`]: 'short',
    [`${id('f')}.md`]: `lost.bin\n\nid: ${id('f')}\ntype_: 4`,
  });
  const report = await at.run(path, { format: 'joplin' });
  const names = [...report.warnings, ...report.rejections].map(({ path, title }) => [path, title]);
  expect(new Map(names as [string, string | undefined][])).toEqual(
    new Map<string, string | undefined>([
      [`${id('b')}.md`, 'Long'],
      [`resources/${id('e')}.bin`, 'photo.bin'],
      [`b/${id('a')}.md`, 'Copy'],
      [`${id('c')}.md`, 'Broken'],
      [`${id('d')}.md`, undefined],
    ]),
  );
  const lines = readFileSync(report.ledger as string, 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { title?: string }).title).sort()).toEqual(
    ['Broken', 'Copy', 'Long', 'Shopping', 'photo.bin', undefined].sort(),
  );
});

test('An attachment is called like its item, with dashes for slashes and the ending of its file [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const titles = { a: 'Invoice 01/02/2023.pdf', b: 'C:\\scan\\b.pdf', d: '', e: 'Lease' };
  writeFiles(path, {
    [`${id('c')}.md`]: `T\n\n${Object.keys(titles)
      .map((letter) => `[f](:/${id(letter)})`)
      .join(' ')}\n\nid: ${id('c')}\ntype_: 1`,
  });
  for (const [letter, title] of Object.entries(titles))
    writeFiles(path, {
      [`${id(letter)}.md`]: `${title}\n\nid: ${id(letter)}\ntype_: 4`,
      [`resources/${id(letter)}.pdf`]: letter,
    });
  await at.run(path, { format: 'joplin' });
  const names = at.library.store.read(({ documents, resources }) => {
    const [note = ''] = documents.findByTitleKey('t', 1);
    return resources.listForDocument(documents.get(note)?.pk ?? 0).map(({ filename }) => filename);
  });
  expect(names.sort()).toEqual(['C:-scan-b.pdf', 'Invoice 01-02-2023.pdf', 'Lease.pdf', `${id('d')}.pdf`]);
});

test('An attachment whose length differs from its item is imported with a warning [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const resource = (letter: string, size: number) =>
    `f.bin\n\nid: ${id(letter)}\nmime: application/octet-stream\nsize: ${size}\ntype_: 4`;
  writeFiles(path, {
    [`${id('c')}.md`]: `T\n\n${['a', 'b', 'd'].map((letter) => `[f](:/${id(letter)})`).join(' ')}\n\nid: ${id('c')}\ntype_: 1`,
    [`${id('a')}.md`]: resource('a', 999),
    [`${id('b')}.md`]: resource('b', 5),
    [`${id('d')}.md`]: resource('d', -1),
    [`resources/${id('a')}.bin`]: 'short',
    [`resources/${id('b')}.bin`]: 'whole',
    [`resources/${id('d')}.bin`]: 'any',
  });
  const warnings = [{ path: `resources/${id('a')}.bin`, message: expect.stringContaining('999') }];
  for (const run of [{ imported: 4 }, { unchanged: 4 }])
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ ...run, rejected: 0, warnings });
});

describe('Author and position of a note [IMPORT-ORIGIN]', () => {
  const note = (properties: string, body = 'body') => `T\n\n${body}\n\nid: ${id('c')}\n${properties}\ntype_: 1`;

  async function importText(properties: string, body?: string): Promise<string> {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'J');
    writeFiles(path, { [`${id('c')}.md`]: note(properties, body) });
    await at.run(path, { format: 'joplin' });
    return (await noteCalled(at, 'T')).body;
  }

  test('are written to its front matter', async () => {
    const properties =
      'latitude: 48.13743170\nlongitude: 11.57549300\naltitude: 519.0000\nauthor: Ada\nsource_url: https://x.test/';
    expect(await importText(properties)).toBe(
      '---\nsource: https://x.test/\nauthor: Ada\nlatitude: 48.1374317\nlongitude: 11.575493\naltitude: 519\n---\nbody',
    );
  });

  test.each([
    'latitude: 0.00000000\nlongitude: 0.00000000\naltitude: 0.0000\nauthor: ',
    'latitude: 91\nlongitude: 0',
    'latitude: north\nlongitude: 1',
    'latitude: 1',
  ])('are left out when they are missing: %j', async (properties) => {
    expect(await importText(properties)).toBe('body');
  });

  test('are added to the front matter of the note itself, whose values stay', async () => {
    const own = '---\ntags: [x] # mine\nsource: elsewhere\nAuthor: Ada\n---';
    const properties = 'latitude: 48.5\nlongitude: 11\nauthor: Ada\nsource_url: https://x.test/';
    const added =
      '---\ntags: [x] # mine\nsource: elsewhere\nAuthor: Ada\nsource-2: https://x.test/\nlatitude: 48.5\nlongitude: 11\n---\n';
    expect(await importText(properties, `${own}\nbody`)).toBe(`${added}body`);
    expect(await importText(properties, own)).toBe(added);
  });

  test('are before front matter that is no mapping', async () => {
    const own = '---\na: [\n---\nbody';
    expect(await importText('author: Ada', own)).toBe(`---\nauthor: Ada\n---\n${own}`);
  });

  test('and the task of a to-do follow the front matter of the note itself', async () => {
    const own = '---\na: 1\n---\nbody';
    expect(await importText('is_todo: 1', own)).toBe('---\na: 1\n---\n- [ ] T\n\nbody');
  });

  test('that are added to the front matter of the note itself update no note that was edited', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'J');
    // An earlier version stored the same text for a note with an address.
    writeFiles(path, {
      [`${id('c')}.md`]: note('author: ', '---\nsource: https://x.test/\n---\n---\na: 1\n---\nbody'),
    });
    await at.run(path, { format: 'joplin' });
    writeFiles(path, { [`${id('c')}.md`]: note('source_url: https://x.test/', '---\na: 1\n---\nbody') });
    const { id: document_id } = await noteCalled(at, 'T');
    await invoke('appendToDocument', at.context, { document_id, text: 'mine' });
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ updated: 0, unchanged: 1, rejected: 0 });
  });

  test('that this version adds update a note once, unless it was edited in the library', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'J');
    const properties = 'author: Ada';
    writeFiles(path, { [`${id('c')}.md`]: note('author: ') });
    await at.run(path, { format: 'joplin' });
    // An earlier version stored the same text for a note with an author.
    writeFiles(path, { [`${id('c')}.md`]: note(properties) });
    const { id: document_id } = await noteCalled(at, 'T');
    await invoke('appendToDocument', at.context, { document_id, text: 'mine' });
    expect(await at.run(path, { format: 'joplin' })).toMatchObject({ updated: 0, unchanged: 1, rejected: 0 });
    const other = await testLibrary();
    writeFiles(path, { [`${id('c')}.md`]: note('author: ') });
    await other.run(path, { format: 'joplin' });
    writeFiles(path, { [`${id('c')}.md`]: note(properties) });
    expect(await other.run(path, { format: 'joplin' })).toMatchObject({ updated: 1 });
    expect(await other.run(path, { format: 'joplin' })).toMatchObject({ updated: 0, unchanged: 1 });
  });
});

test('A link to an id that the export lacks stays, with a warning that names the note by its title [IMPORT-FORMATS]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'J');
  const body = `[n](:/${id('b')}) ![f](:/${id('d')}) [known](:/${id('c')})`;
  writeFiles(path, {
    [`${id('a')}.md`]: `Shopping\n\n${body}\n\nid: ${id('a')}\ntype_: 1`,
    [`${id('c')}.md`]: `Other\n\nx\n\nid: ${id('c')}\ntype_: 1`,
  });
  const { warnings } = await at.run(path, { format: 'joplin' });
  const message = (letter: string) =>
    `:/${id(letter)}: no note or file of the source has this id; the link is unchanged`;
  const note = { path: `${id('a')}.md`, title: 'Shopping' };
  expect(warnings).toEqual(['b', 'd'].map((letter) => ({ ...note, message: message(letter) })));
  expect((await noteCalled(at, 'Shopping')).body).toContain(`[n](:/${id('b')}) ![f](:/${id('d')})`);
});
