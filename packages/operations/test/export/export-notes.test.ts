import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeExportRecord } from '@notes/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';

let opened: OpenedLibrary;
let folder: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
});

const at = (...names: string[]) => join(folder, ...names);
const upload = (bytes: string, filename: string) => uploadBytes(opened, bytes, { filename });
const make = (title: string, body = '', more: Record<string, unknown> = {}) =>
  opened.call('createDocument', { title, body, ...more });
const exportTo = (name: string, input: Record<string, unknown> = {}, { call } = opened) =>
  call('exportNotes', { format: 'markdown', directory: at(name), ...input });
const importFrom = (name: string, input: Record<string, unknown> = {}, { call } = opened) =>
  call('importFolder', { format: 'markdown', path: at(name), ...input });

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    utimesSync(at(path), 1_600_000_000.1235, 1_600_000_000.1235);
  }
}

/** Returns every file below a folder except the seal, with its content. */
function tree(name: string): Record<string, string> {
  const paths = readdirSync(at(name), { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(at(name, path)).isFile() && path !== '.notes-export');
  return Object.fromEntries(files.map((path) => [path, readFileSync(at(name, path), 'utf8')]));
}

describe('exportNotes as Markdown', () => {
  it('[EXP-FILES] writes the attachments of an Evernote export under their names', async () => {
    const bytes = 'bytes of a picture';
    const hash = createHash('md5').update(bytes).digest('hex');
    const resource = `<resource><data encoding="base64">${Buffer.from(bytes).toString('base64')}</data><mime>image/png</mime><resource-attributes><file-name>tea.png</file-name></resource-attributes></resource>`;
    const content = `<![CDATA[<en-note><en-media hash="${hash}" type="image/png"/></en-note>]]>`;
    write({
      'Tea.enex': `<en-export><note><title>Green</title><content>${content}</content>${resource}</note></en-export>`,
    });
    await importFrom('Tea.enex', { format: 'evernote' });
    await exportTo('out');
    expect(tree('out')).toEqual({
      'Tea/Green.md': expect.stringContaining('![tea.png](../attachments/tea.png)'),
      'attachments/tea.png': bytes,
    });
  });

  it('[EXP-FILES] writes imported files back with their times, and importing them again changes nothing', async () => {
    const files = {
      'vault/Plain.md': 'No front matter.\r\n\tTabs  \n\n',
      'vault/sub dir/Own.md':
        '---\ntitle: Named\ntags: [a, b/c]\ncreated: 2020-02-03\n---\n[plain](../Plain.md) [[Plain]]\n',
      'vault/sub dir/Shown.markdown':
        '![a](../img/a%20b.png) <img src="../img/a%20b.png"> <a href="../img/a%20b.png">b</a> [ref]\n\n[ref]: ../img/a%20b.png "t"\n',
      'vault/img/a b.png': 'bytes',
    };
    write(files);
    await importFrom('vault', { source: 'vault' });
    const { counts, warnings } = await exportTo('out');
    expect({ counts, warnings }).toMatchObject({ counts: { notes: 3, attachments: 1 }, warnings: [] });
    expect(tree('out')).toEqual(Object.fromEntries(Object.entries(files)));
    expect(Math.trunc(statSync(at('out/vault/Plain.md')).mtimeMs)).toBe(1_600_000_000_123);
    expect(await importFrom('out/vault', { source: 'vault' })).toMatchObject({ unchanged: 4, imported: 0, updated: 0 });
  });

  it('[EXP-MATTER] writes front matter from which another library imports a new note with its id, tags and times', async () => {
    const note = await make('Tea: "green"?', '---\n\nA rule, then text.\n', { tags: ['drinks/hot', 'yes'] });
    await exportTo('out');
    const [path = ''] = Object.keys(tree('out'));
    expect(path).toBe('Notes/Tea- -green-.md');
    const other = await openTestLibrary();
    await importFrom('out', {}, other);
    const { tags, title, body, created_at, updated_at } = await other.call('getDocument', { document_id: note.id });
    expect({ tags, title, body, created_at, updated_at }).toEqual({
      tags: ['drinks/hot', 'yes'],
      title: 'Tea: "green"?',
      body: '---\n\nA rule, then text.\n',
      created_at: note.created_at,
      updated_at: note.updated_at,
    });
    expect(await importFrom('out')).toMatchObject({ imported: 0, unchanged: 1 });
    writeFileSync(at('out', path), readFileSync(at('out', path), 'utf8').replace('then text', 'then more'));
    expect(await importFrom('out')).toMatchObject({ imported: 0, updated: 1 });
    expect((await opened.call('getDocument', { document_id: note.id })).body).toContain('then more');
  });

  it.each(['markdown', 'obsidian'])(
    '[EXP-MATTER] recognises notes with their own front matter again (%s)',
    async (format) => {
      const other = await make('Other', 'other');
      const bodies = [
        '---\nid: hacked # mine\ncreated: never\n---\ntext\n',
        '---\r\nauthor: Ada\r\n---\r\ntext',
        '---\n{id: hacked, deep: [a]}\n---\ntext',
        `---\nid: ${other.id}\n---\ntext`,
        `---\nnotes_id: ${other.id}\n---\ntext`,
        '---\nbroken: [\n---\ntext',
        `---\ndeep: ${'['.repeat(30_000)}\n---\ntext`,
      ];
      const made = [];
      for (const body of bodies) made.push(await make('What: this?', body, { tags: ['t'] }));
      await exportTo('out', { format });
      const unchanged = bodies.length + 1;
      expect(await importFrom('out', { format })).toMatchObject({ unchanged, imported: 0, updated: 0 });
      const elsewhere = await openTestLibrary();
      expect(await importFrom('out', { format }, elsewhere)).toMatchObject({ imported: unchanged });
      for (const { id } of made) await elsewhere.call('getDocument', { document_id: id });
      const [path = ''] = Object.entries(tree('out')).find(([, text]) => text.includes('# mine')) ?? [];
      writeFileSync(at('out', path), readFileSync(at('out', path), 'utf8').replace('text', 'more'));
      expect(await importFrom('out', { format })).toMatchObject({ unchanged: unchanged - 1, updated: 1 });
      const { body } = await opened.call('getDocument', { document_id: made[0]?.id });
      expect(body).toMatch(/^---\nid: hacked # mine\n(?!.*notes_id).*---\nmore\n$/s);
      expect(await importFrom('out', { format })).toMatchObject({ unchanged });
    },
  );

  it('[EXP-MATTER] imports a copied file as a separate note, whichever of the two is read first', async () => {
    const note = await make('Orig', 'first text');
    await exportTo('out');
    const orig = readFileSync(at('out/Notes/Orig.md'), 'utf8');
    const copies = { 'out/Notes/Copy.md': 'Copy', 'out/Notes/Zopy.md': 'Zopy' };
    for (const [path, title] of Object.entries(copies))
      write({ [path]: orig.replace('Orig', title).replace('first', title) });
    write({ 'out/Notes/Also.md': orig });
    const readBody = async (id: string, { call } = opened) => (await call('getDocument', { document_id: id })).body;
    const elsewhere = await openTestLibrary();
    for (const [library, known] of [
      [opened, 1],
      [elsewhere, 0],
    ] as const) {
      const first = await importFrom('out', { source: 'd' }, library);
      expect(first).toMatchObject({ imported: 4 - known, updated: 0, unchanged: known });
      expect(first.warnings).toHaveLength(3);
      expect(await importFrom('out', { source: 'd' }, library)).toMatchObject({ unchanged: 4, warnings: [] });
      expect(await readBody(note.id, library)).toBe('first text');
    }
  });

  it('[EXP-MATTER] recognises a note whose file was moved, and distinguishes an edited note from its copy', async () => {
    const note = await make('Orig', 'first text');
    await exportTo('out');
    const orig = readFileSync(at('out/Notes/Orig.md'), 'utf8');
    write({ 'moved/New.md': orig.replace('first', 'second') });
    expect(await importFrom('moved', { source: 'd' })).toMatchObject({ updated: 1, imported: 0 });
    write({ 'moved/A.md': orig.replace('first', 'third') });
    expect(await importFrom('moved', { source: 'd' })).toMatchObject({ unchanged: 1, imported: 1 });
    expect((await opened.call('getDocument', { document_id: note.id })).body).toBe('second text');
  });

  it('[EXP-MATTER] keeps titles exactly, including blank ones and spaces at their ends', async () => {
    const titles = ['trail ', ' lead', '\u3000wide\u00a0', '', ' ', "'", '2020', 'null'];
    for (const title of titles) await make(title, 'text');
    await exportTo('out');
    expect(await importFrom('out')).toMatchObject({ unchanged: titles.length, imported: 0, updated: 0 });
  });

  it('[EXP-MATTER] completes front matter with other fields and keeps these fields', async () => {
    write({
      'vault/a.md': '---\n# mine\nauthor: Ada\ntag: old\n---\ntext\n',
      'vault/b.md': '---\nbroken: [\n---\ntext\n',
    });
    await importFrom('vault');
    const { results } = await opened.call('searchDocuments', { query: 'notebook:vault' });
    for (const { document_id } of results) await opened.call('addDocumentTag', { document_id, tag: 'new' });
    await exportTo('out');
    const { 'vault/a.md': a, 'vault/b.md': b } = tree('out');
    expect(a).toMatch(/^---\n# mine\nauthor: Ada\ntag: \[old, new\]\ncreated: .*\nupdated: .*\n---\ntext\n$/);
    expect(b).toMatch(
      /^---\nid: doc_\w+\ntitle: b\ntags:\n {2}- new\ncreated: .*\nupdated: .*\n---\n---\nbroken: \[\n---\ntext\n$/,
    );
  });

  it('[EXP-LINKS] points links to the exported files and leaves links out of the export unchanged', async () => {
    const picture = await upload('bytes', 'pic (1).png');
    const inside = await make('In side');
    const outside = await make('Outside', '', { tags: ['private'] });
    const uri = 'document://default/documents/';
    const body =
      `[in](${uri}${inside.id}#top) [out](${uri}${outside.id}) [[In side]] <${uri}${inside.id}>\n` +
      `![](resource://default/resources/${picture.id}) \`${uri}${inside.id}\``;
    await make('Links', body, { tags: ['public'] });
    const { warnings } = await exportTo('out', { selection: { query: '-tag:private' } });
    expect(warnings).toEqual([{ code: 'links_leave_export', count: 1 }]);
    expect(tree('out')['Notes/Links.md']).toContain(
      `[in](In%20side.md#top) [out](${uri}${outside.id}) [[In side]] [In side](In%20side.md)\n` +
        `![](../attachments/pic%20%281%29.png) \`${uri}${inside.id}\``,
    );
  });

  it('[EXP-LINKS] leaves an image with the name of a note unchanged, and rewrites the address of a note in <a>', async () => {
    const { id } = await make('x y');
    const uri = `document://default/documents/${id}`;
    const body = `[x](x%20y) <img src="x%20y"> <img src="${uri}"> <a href="${uri}">y</a>`;
    await make('Links', body);
    const { warnings } = await exportTo('out');
    expect(warnings).toEqual([]);
    expect(tree('out')['Notes/Links.md']).toContain(
      body.replace('(x%20y)', '(x%20y.md)').replace(`href="${uri}"`, 'href="x%20y.md"'),
    );
  });

  it('[EXP-LINKS] writes file names into wikilinks for Obsidian when titles are not valid file names', async () => {
    await make('A/B: what?', '');
    await make('Links', '[[A/B: what?]] [[A/B: what?|shown]] [[Links]]');
    await exportTo('out', { format: 'obsidian' });
    const files = tree('out');
    expect(files['Notes/Links.md']).toContain('[[A-B- what-|A/B: what?]] [[A-B- what-|shown]] [[Links]]');
    expect(files['Notes/A-B- what-.md']).toContain('aliases:\n  - "A/B: what?"\n');
  });
});

describe('File names of exportNotes', () => {
  it('[EXP-NAMES] are valid on every system, unique and within the folder', async () => {
    const titles = [
      '../../up',
      'CON',
      'nul.txt',
      'Aux ',
      '.hidden',
      'a\\b',
      'é',
      'e\u0301',
      'É',
      'x'.repeat(900),
      '',
      '...',
      'Straße',
      'STRASSE',
    ];
    for (const title of titles) await make(title, 'text');
    const { notebook_id } = await opened.call('createNotebook', { name: '..' });
    const evil = await upload('x', 'safe.png');
    await make('in it', `![](resource://default/resources/${evil.id})`, { notebook_id });
    await exportTo('out');
    const paths = Object.keys(tree('out'));
    expect(paths).toHaveLength(titles.length + 2);
    const keys = paths.map((path) => path.normalize('NFKC').toUpperCase().toLowerCase());
    expect(new Set(keys).size).toBe(paths.length);
    for (const name of paths.flatMap((path) => path.split('/'))) {
      expect(name).toBe(name.normalize('NFC'));
      expect(name).not.toMatch(/^\.|[. ]$|^ |[<>:"\\|?*\u0000-\u001f]|^(?:con|nul|aux)(?:\.|$)/i);
      expect(Buffer.byteLength(name)).toBeLessThan(256);
    }
    expect(paths).toEqual(
      expect.arrayContaining(['Notes/_.-..-up.md', 'Notes/_CON.md', 'Notes/é (2).md', 'Untitled/in it.md']),
    );
    await exportTo('again');
    expect(tree('again')).toEqual(tree('out'));
  });
});

describe('exportNotes as JSON', () => {
  it('[EXP-JSON] writes one record per line that matches its schema, with unchanged texts', async () => {
    const picture = await upload('bytes', 'p.png');
    const { notebook_id } = await opened.call('createNotebook', { name: 'Sub', parent_notebook_id: 'nb_notes' });
    const body = `[[None]] ![](resource://default/resources/${picture.id})`;
    const note = await make('One', body, { notebook_id, tags: ['t'] });
    await exportTo('out', { format: 'json' });
    const files = tree('out');
    expect(JSON.parse(files['notes.schema.json'] as string)).toEqual(describeExportRecord());
    const records = (files['notes.jsonl'] as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const schema = z.fromJSONSchema(describeExportRecord() as Parameters<typeof z.fromJSONSchema>[0]);
    for (const record of records) expect(schema.safeParse(record).error).toBeUndefined();
    expect(records.map(({ type }) => type)).toEqual(['export', 'notebook', 'notebook', 'attachment', 'note']);
    expect(records[4]).toMatchObject({ document_id: note.id, body, attachments: [{ resource_id: picture.id }] });
    expect(files[records[3].path]).toBe('bytes');
  });
});

describe('Contents of exportNotes', () => {
  it('[EXP-SCOPE] leave out Trash, Help, Reports and notes that are not selected', async () => {
    const { notebook_id } = await opened.call('createNotebook', { name: 'Picked' });
    await make('picked', '', { notebook_id });
    await make('other');
    const gone = await make('gone', '', { notebook_id });
    await opened.call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
    await exportTo('all');
    expect(Object.keys(tree('all'))).toEqual(['Notes/other.md', 'Picked/picked.md']);
    await exportTo('some', { selection: { notebooks: [notebook_id] } });
    expect(Object.keys(tree('some'))).toEqual(['Picked/picked.md']);
    const { counts } = await exportTo('none', { dry_run: true });
    expect([counts.notes, existsSync(at('none'))]).toEqual([2, false]);
  });

  it.each(['markdown', 'obsidian', 'html', 'json'] as const)(
    '[EXP-SCOPE] are reported by a dry run as %s exactly as by the export',
    async (format) => {
      const [one, two] = [await upload('bytes', 'p.png'), await upload('other bytes', 'q.png')];
      await make('One', [one, two, one].map(({ id }) => `![](resource://default/resources/${id})`).join('\n'));
      const planned = await exportTo('out', { format, dry_run: true });
      expect(planned.counts).toMatchObject({ attachments: 2, attachment_bytes: 16 });
      expect((await exportTo('out', { format })).counts).toEqual(planned.counts);
    },
  );

  it('[EXP-SOUND] are not written when the bytes of an attachment are damaged', async () => {
    const { id, sha256 } = await upload('bytes', 'p.png');
    await make('One', `![](resource://default/resources/${id})`);
    const { dataDir } = opened.library.store.paths;
    writeFileSync(join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256), 'bites');
    await expect(exportTo('out')).rejects.toThrow(`${id}: The stored bytes of this attachment are damaged`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('The folder of exportNotes', () => {
  it('[EXP-TARGET] is refused with other contents, and replaced on request while it is unchanged', async () => {
    await make('One', 'text');
    write({ 'mine/file.txt': 'mine' });
    await expect(exportTo('mine/file.txt')).rejects.toMatchObject({
      code: 'validation_failed',
      message: `directory: ${at('mine/file.txt')} is not a folder (ENOTDIR)`,
    });
    await expect(exportTo('mine', { replace: true })).rejects.toMatchObject({ code: 'conflict' });
    await expect(exportTo('data', {}, opened)).resolves.toMatchObject({ interrupted: false });
    await make('Two', 'text');
    await expect(exportTo('data')).rejects.toMatchObject({ code: 'precondition_required' });
    write({ 'data/.git/config': 'kept' });
    await exportTo('data', { replace: true });
    expect(Object.keys(tree('data'))).toEqual(['.git/config', 'Notes/One.md', 'Notes/Two.md']);
    write({ 'data/Notes/One.md': 'edited' });
    await expect(exportTo('data', { replace: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(tree('data')['Notes/One.md']).toBe('edited');
    expect(readdirSync(folder).sort()).toEqual(['data', 'mine']);
    const inLibrary = join(opened.library.store.paths.dataDir, 'x');
    await expect(exportTo('', { directory: inLibrary })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('[EXP-STOP] does not appear when the export is stopped, and an existing folder stays', async () => {
    await make('One', 'text');
    await exportTo('out');
    const before = tree('out');
    await make('Two', 'text');
    const stop = new AbortController();
    const context = { ...opened.context, signal: stop.signal, progress: () => stop.abort() };
    const asked = { format: 'markdown' as const, directory: at('out'), replace: true };
    expect(await invoke('exportNotes', context, asked)).toMatchObject({ interrupted: true, tree_sha256: null });
    expect([tree('out'), readdirSync(folder)]).toEqual([before, ['out']]);
  });

  it.each([true, false])(
    '[EXP-TARGET] keeps files that were added during the export (earlier one: %j)',
    async (isAgain) => {
      await make('One', 'text');
      if (isAgain) await exportTo('out');
      let isPut = false;
      const progress = () => {
        if (!isPut) write({ 'out/mine.txt': 'mine' });
        isPut = true;
      };
      const asked = { format: 'markdown' as const, directory: at('out'), replace: true };
      const exported = invoke('exportNotes', { ...opened.context, progress }, asked);
      await expect(exported).rejects.toMatchObject({ code: 'conflict' });
      expect(readFileSync(at('out', 'mine.txt'), 'utf8')).toBe('mine');
      expect(readdirSync(folder)).toEqual(['out']);
    },
  );

  it('[EXP-STOP] is restored when a process ended between the two renames', async () => {
    await make('One', 'text');
    await exportTo('out');
    write({ '.out.partial/former/Notes/Old.md': 'old', '.out.partial/tree/Notes/Half.md': 'half' });
    const readDigestFile = (name: string) => readFileSync(at(name, '.notes-export'));
    const hash = createHash('sha256').update(readDigestFile('out')).digest('hex');
    await exportTo('out', { replace: true });
    expect(Object.keys(tree('out'))).toEqual(['Notes/One.md']);
    expect(createHash('sha256').update(readDigestFile('out')).digest('hex')).toBe(hash);
    expect(readdirSync(folder)).toEqual(['out']);
  });
});

it.skipIf(!existsSync('/proc/self'))(
  'exportNotes names the folder as the user gave it when it cannot be created',
  async () => {
    await expect(opened.call('exportNotes', { format: 'markdown', directory: '/proc/x/y' })).rejects.toThrow(
      /^The folder \/proc\/x\/y cannot be created/,
    );
  },
);
