import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';

let here: OpenedLibrary;
let folder: string;

beforeEach(async () => {
  here = await openTestLibrary();
  folder = temporaryFolder();
});

const exportTo = (name: string, { call } = here, format = 'markdown') =>
  call('exportNotes', { format, directory: join(folder, name) });
const importFrom = (name: string, { call } = here, format = 'markdown') =>
  call('importFolder', { format, path: join(folder, name) });
const toUri = (id: string) => `document://default/documents/${id}`;
const readBody = async (id: string, { call } = here) => (await call('getDocument', { document_id: id })).body;

function change(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replaceAll(from, to));
}

/** Creates notes with links of every kind, including a note with front matter of its own. */
async function createLinkedNotes(): Promise<{ readonly id: string; readonly body: string; readonly title: string }[]> {
  const { id } = await uploadBytes(here, 'bytes', { filename: 'a?b.png' });
  const target = await here.call('createDocument', { title: 'To: it', body: 'text' });
  const uri = `document://default/documents/${target.id}`;
  const links = `[a](<To: it>) [b](${uri}#x) [[To: it]] <${uri}> [c](${uri}) [d](Notes/To-%20it.md)\n\n[ref]: ${uri}\n`;
  const body = `${links}\n![p](resource://default/resources/${id}) [ref]\n`;
  const own = `---\nmine: 1\n---\n${body}`;
  const made = [];
  for (const [title, text] of [['From', body] as const, ['Own', own] as const])
    made.push(await here.call('createDocument', { title, body: text }));
  return made;
}

describe('An export that is imported again', () => {
  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] changes only the notes whose files were changed (%s)',
    async (format) => {
      const made = await createLinkedNotes();
      await exportTo('out', here, format);
      const again = await importFrom('out', here, format);
      expect(again).toMatchObject({ unchanged: 4, imported: 0, updated: 0, rejected: 0 });
      for (const { title } of made) change(`out/Notes/${title}.md`, '[ref]\n', '[ref] more\n');
      expect(await importFrom('out', here, format)).toMatchObject({ unchanged: 2, imported: 0, updated: 2 });
      const [plain, own] = made;
      expect(await readBody(plain?.id as string)).toBe(plain?.body.replace('[ref]\n', '[ref] more\n'));
      expect(await readBody(own?.id as string)).toContain(plain?.body.replace('[ref]\n', '[ref] more\n'));
    },
  );

  it('[EXP-AGAIN] applies a link that was changed in a file', async () => {
    const [plain] = await createLinkedNotes();
    await exportTo('out');
    change('out/Notes/From.md', '[c](To-%20it.md)', '[c](elsewhere.md)');
    await importFrom('out');
    expect(await readBody(plain?.id as string)).toMatch(/\[b\]\(document:.*\[c\]\(elsewhere\.md\)/);
  });

  it('[EXP-AGAIN] keeps notes that were created here recognisable in every later export', async () => {
    const made = await createLinkedNotes();
    await exportTo('out');
    for (const { title } of made) change(`out/Notes/${title}.md`, '[ref]\n', '[ref] more\n');
    expect(await importFrom('out')).toMatchObject({ updated: 2 });
    expect((await here.call('searchDocuments', { query: 'is:imported' })).results).toEqual([]);
    await exportTo('later');
    expect(await importFrom('later')).toMatchObject({ unchanged: 4, imported: 0, updated: 0 });
  });

  it('[EXP-AGAIN] applies changed tags, except those of a note that was changed in the library since', async () => {
    const tags = ['a', 'b'];
    const [one, two] = [
      await here.call('createDocument', { title: 'One', body: 'x', tags }),
      await here.call('createDocument', { title: 'Two', body: 'x', tags }),
    ];
    await exportTo('out');
    for (const name of ['One', 'Two']) change(`out/Notes/${name}.md`, '  - b', '  - c');
    await here.call('addDocumentTag', { document_id: two.id, tag: 'mine' });
    expect(await importFrom('out')).toMatchObject({ updated: 1, unchanged: 1, rejected: 0 });
    const readTags = async ({ id }: { id: string }) => (await here.call('getDocument', { document_id: id })).tags;
    expect([await readTags(one), await readTags(two)]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'mine'],
    ]);
    expect(await importFrom('out')).toMatchObject({ updated: 0, unchanged: 2 });
  });

  it('[EXP-AGAIN] creates notes in another library that are recognised in the exports of both libraries', async () => {
    const made = await createLinkedNotes();
    await exportTo('out');
    const there = await openTestLibrary();
    expect(await importFrom('out', there)).toMatchObject({ imported: 4 });
    expect((await there.call('searchDocuments', { query: 'is:imported' })).results).toHaveLength(3);
    for (const { title } of made) change(`out/Notes/${title}.md`, '[ref]\n', '[ref] more\n');
    expect(await importFrom('out', there)).toMatchObject({ imported: 0, updated: 2, unchanged: 2 });
    await exportTo('back', there);
    expect(await importFrom('back', there)).toMatchObject({ imported: 0, updated: 0 });
    expect(await importFrom('back')).toMatchObject({ imported: 0, updated: 2, rejected: 0 });
  });

  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] finds imported notes whose files get other names, and keeps links to them (%s)',
    async (format) => {
      const files = {
        'Why?.md': 'q',
        's.md': '[[Why?]] [m](Why%3F.md)\n',
        'd/T.md': 't',
        'u.md': '[b](d/T) [[T]] [c](d/T.md)\n',
      };
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(folder, 'vault', dirname(name)), { recursive: true });
        writeFileSync(join(folder, 'vault', name), text);
      }
      const { source } = await importFrom('vault');
      await exportTo('out', here, format);
      const path = join(folder, 'out', 'vault');
      expect(readFileSync(join(path, 's.md'), 'utf8')).toContain('(Why-.md)');
      const again = () => here.call('importFolder', { format: 'markdown', path, source });
      expect(await again()).toMatchObject({ unchanged: 4, imported: 0, updated: 0, vanished: { count: 0 } });
      for (const name of ['s.md', 'u.md']) change(`out/vault/${name}`, '\n', ' more\n');
      expect(await again()).toMatchObject({ unchanged: 2, imported: 0, updated: 2 });
      const { results } = await here.call('searchDocuments', { query: 'more notebook:vault' });
      const bodies = await Promise.all(results.map(({ document_id }) => readBody(document_id)));
      expect(bodies.sort()).toEqual([files['s.md'], files['u.md']].map((text) => text.replace('\n', ' more\n')));
    },
  );

  it('[EXP-AGAIN] has attachments with the times of their files', async () => {
    mkdirSync(join(folder, 'vault'));
    const [old, later] = ['old.png', 'later.png'].map((name) => join(folder, 'vault', name)) as [string, string];
    for (const path of [old, later]) writeFileSync(path, path);
    utimesSync(old, 1_600_000_000, 1_600_000_000);
    utimesSync(later, 9_000_000_000, 9_000_000_000);
    writeFileSync(join(folder, 'vault', 'n.md'), '![](old.png) ![](later.png)\n');
    await importFrom('vault');
    await exportTo('out');
    const out = join(folder, 'out', 'vault');
    expect(Math.trunc(statSync(join(out, 'old.png')).mtimeMs)).toBe(1_600_000_000_000);
    expect(statSync(join(out, 'later.png')).mtimeMs).toBeLessThan(Date.now() + 1_000);
  });

  it('[EXP-AGAIN] has attachments at the same paths after an import of an export into another library', async () => {
    mkdirSync(join(folder, 'pages', 'trips'), { recursive: true });
    writeFileSync(join(folder, 'pages', 'trips', 'picture.png'), 'picture');
    writeFileSync(join(folder, 'pages', 'trips', 'n.html'), '<title>Trip</title><img src="picture.png">');
    await importFrom('pages', here, 'html');
    await exportTo('out');
    const there = await openTestLibrary();
    await importFrom('out/pages', there);
    await exportTo('out-again', there);
    for (const name of ['out', 'out-again'])
      expect(readdirSync(join(folder, name, 'pages', 'trips')).sort()).toEqual(['Trip.md', 'picture.png']);
  });

  it('[EXP-AGAIN] has the newest attachment of a file at the path of the file, while a note uses an older one', async () => {
    mkdirSync(join(folder, 'vault'));
    writeFileSync(join(folder, 'vault', 'n.md'), '![](picture.png)\n');
    const importPicture = async (picture: string) => {
      writeFileSync(join(folder, 'vault', 'picture.png'), picture);
      return await importFrom('vault');
    };
    const { source } = await importPicture('old');
    const older = here.library.store.read(({ resources }) =>
      resources.findBySource({ kind: 'markdown', id: `${source}:picture.png` }),
    );
    await here.call('createDocument', { title: 'Kept', body: `![](resource://default/resources/${older?.id})` });
    await importPicture('new');
    await exportTo('out');
    const out = join(folder, 'out', 'vault');
    expect(readFileSync(join(out, 'picture.png'), 'utf8')).toBe('new');
    expect(readFileSync(join(folder, 'out', 'attachments', 'picture.png'), 'utf8')).toBe('old');
    const again = await here.call('importFolder', { format: 'markdown', path: out, source });
    expect(again).toMatchObject({ unchanged: 2, imported: 0, updated: 0 });
  });

  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] keeps links to notes whose titles or file names are equal in one folder (%s)',
    async (format) => {
      const titles = ['X', 'X', 'x', 'Why?', 'Why-', 'X (1)', 'Own.md', 'Own', '', 'Untitled'];
      const targets = [];
      for (const title of titles) targets.push((await here.call('createDocument', { title, body: 'text' })).id);
      const links = targets.map((id) => `[a](${toUri(id)})`).join(' ');
      const { id } = await here.call('createDocument', { title: 'From', body: `${links}\n` });
      await exportTo('out', here, format);
      expect(await importFrom('out', here, format)).toMatchObject({ unchanged: 11, imported: 0, updated: 0 });
      const files = [
        'Own (1)',
        'Own.md',
        'Untitled (1)',
        'Untitled',
        'Why- (1)',
        'Why-',
        'X (1)',
        'X (2)',
        'X (3)',
        'x (4)',
      ];
      expect(readdirSync(join(folder, 'out', 'Notes')).sort()).toEqual(['From', ...files].map((name) => `${name}.md`));
      const there = await openTestLibrary();
      await importFrom('out', there, format);
      const { outgoing } = await there.call('listDocumentLinks', { document_id: id });
      expect(outgoing.map(({ canonical_target }) => canonical_target)).toEqual(targets.map(toUri));
    },
  );

  it('[EXP-AGAIN] gives no note a file name that a wikilink of its folder has for a note elsewhere', async () => {
    const elsewhere = (await here.call('createNotebook', { name: 'A' })).notebook_id;
    const titles = ['X (1)', 'Why-'];
    const targets = [];
    for (const title of titles)
      targets.push((await here.call('createDocument', { title, body: 'text', notebook_id: elsewhere })).id);
    for (const title of ['X', 'X', 'Why?']) await here.call('createDocument', { title, body: 'text' });
    const { id } = await here.call('createDocument', { title: 'From', body: '[[X (1)]] [[Why-]]\n' });
    await exportTo('out');
    const there = await openTestLibrary();
    await importFrom('out', there);
    const { outgoing } = await there.call('listDocumentLinks', { document_id: id });
    expect(outgoing.map(({ canonical_target }) => canonical_target)).toEqual(targets.map(toUri));
  });

  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] keeps attachments whose names end like those of notes (%s)',
    async (format) => {
      const names = ['a.md', 'a.md', 'b.MARKDOWN', 'c.md.', 'd.png'];
      const uris = [];
      for (const [index, filename] of names.entries())
        uris.push((await uploadBytes(here, `bytes ${index}`, { filename })).uri);
      const body = uris.map((uri) => `![p](${uri})\n`).join('');
      const { id } = await here.call('createDocument', { title: 'From', body });
      await exportTo('out', here, format);
      const again = { unchanged: 6, imported: 0, updated: 0, rejected: 0 };
      expect(await importFrom('out', here, format)).toMatchObject(again);
      expect(await readBody(id)).toBe(body);
      expect(readdirSync(join(folder, 'out', 'attachments')).sort()).toEqual(
        ['a.md', 'a (2).md', 'b.MARKDOWN', 'c.md']
          .map((name) => `${name}.attachment`)
          .concat('d.png')
          .sort(),
      );
      const there = await openTestLibrary();
      expect(await importFrom('out', there, format)).toMatchObject({ imported: 6, warnings: [] });
      const { resources } = await there.call('listDocumentResources', { document_id: id });
      expect(resources.map(({ filename }) => filename).sort()).toEqual([
        'a (2).md',
        'a.md',
        'b.MARKDOWN',
        'c.md',
        'd.png',
      ]);
      await exportTo('there', there, format);
      expect(await importFrom('there', there, format)).toMatchObject(again);
    },
  );

  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] keeps wikilinks with an id to notes and attachments whose names others share (%s)',
    async (format) => {
      const create = async (name: string, parent?: string) =>
        (await here.call('createNotebook', { name, ...(parent !== undefined && { parent_notebook_id: parent }) }))
          .notebook_id;
      const top = await create('A');
      const notebooks = [top, await create('Sub', top), await create('B?'), await create('C')];
      const targets = [];
      for (const notebook_id of notebooks)
        for (const title of ['X', 'Why?', 'Why-', 'note.md', 'a#b [c]'])
          targets.push(toUri((await here.call('createDocument', { title, body: 'text', notebook_id })).id));
      const files = [];
      for (const bytes of ['one', 'two']) files.push((await uploadBytes(here, bytes, { filename: 'p.png' })).uri);
      const links = targets.map((uri) => `[[${uri}]] ![[${uri}#part|shown]]\n`).join('');
      const body = `---\ncover: "[[${files[0]}]]"\nother: ['![[${files[1]}|p]]', "[[${targets[4]}]]"]\n---\n${links}`;
      const made = [];
      for (const notebook_id of [top, notebooks[3]])
        made.push((await here.call('createDocument', { title: 'From', body, notebook_id })).id);
      await exportTo('out', here, format);
      expect(await importFrom('out', here, format)).toMatchObject({ unchanged: 24, imported: 0, updated: 0 });
      expect(readFileSync(join(folder, 'out', 'A', 'From.md'), 'utf8')).toContain('[[./Sub/X|');
      const there = await openTestLibrary();
      expect(await importFrom('out', there, format)).toMatchObject({ warnings: [] });
      for (const document_id of made) {
        const [was, is] = await Promise.all(
          [here, there].map(async ({ call }) => (await call('listDocumentLinks', { document_id })).outgoing),
        );
        expect(is?.slice(2).map((link) => link.canonical_target)).toEqual(
          was?.slice(2).map((link) => link.canonical_target),
        );
        expect(is?.map(({ status }) => status)).toEqual(was?.map(({ status }) => status));
      }
    },
  );

  it.each(['markdown', 'obsidian'])(
    '[EXP-AGAIN] keeps wikilinks with a folder whose notebook has a name that file systems refuse (%s)',
    async (format) => {
      const create = async (name: string, parent?: string) =>
        (await here.call('createNotebook', { name, ...(parent !== undefined && { parent_notebook_id: parent }) }))
          .notebook_id;
      const why = await create('Why?');
      const deep = await create('A: b', why);
      const plain = await create('Plain');
      const targets = [];
      for (const notebook_id of [why, deep, plain])
        for (const title of ['X', 'Only: here', 'T/U'])
          targets.push((await here.call('createDocument', { title, body: 'text', notebook_id })).id);
      const unchanged = '[[Plain/X]] [[Plain/Only: here]]';
      const links = [
        ...['Why?/X', 'Why?/Only: here', 'why?/A: b/X', 'A: b/X.md', '../Why?/X', '../Why?/A: b/X.md'],
        ...['T/U', './X', 'X', '../Why?/X#part'],
      ].map((target) => `[[${target}]]`);
      const body = `${links.join(' ')} ![[A: b/X]] ${unchanged}\n\n[[Why?/X|shown]]\n`;
      const { id: document_id } = await here.call('createDocument', { title: 'From', body, notebook_id: plain });
      const inside = `[[../X]] [[./X]] [[A: b/X]] [[../../Plain/X]]\n`;
      const { id: within } = await here.call('createDocument', { title: 'In', body: inside, notebook_id: deep });
      await exportTo('out', here, format);
      expect(await importFrom('out', here, format)).toMatchObject({ unchanged: 11, imported: 0, updated: 0 });
      const written = readFileSync(join(folder, 'out', 'Plain', 'From.md'), 'utf8');
      expect(written).toContain(format === 'markdown' ? unchanged : '[[Plain/X]] [[Only- here|Plain/Only: here]]');
      const there = await openTestLibrary();
      expect(await importFrom('out', there, format)).toMatchObject({ imported: 11, warnings: [] });
      for (const id of [document_id, within]) {
        const [was, is] = await Promise.all(
          [here, there].map(async ({ call }) => {
            const { outgoing } = await call('listDocumentLinks', { document_id: id });
            return outgoing.map((link) => [link.status, link.canonical_target]);
          }),
        );
        expect(is).toEqual(was);
        expect(was?.filter(([, target]) => target === undefined)).toEqual([]);
      }
    },
  );
});
