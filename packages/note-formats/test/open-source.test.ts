import { join } from 'node:path';
import { parseMarkdown } from '@notes/markdown-blocks';
import { expect, test } from 'vitest';
import { type NoteFormat, type NoteRules, openSource, type SourceError } from '../src/index.js';
import { temporaryFolder, writeFiles } from './support.js';

const id = (letter: string) => letter.repeat(32);

/** Small exports with two notes, of which the first links to the second and to a file. */
const exports: Record<NoteFormat, Record<string, string>> = {
  markdown: {
    'a.md': '---\ntitle: A\ntags: [x, y]\n---\n[f](f.txt)',
    'b.md': '---\ntitle: B\n---\nbody',
    'f.txt': 'file',
  },
  obsidian: {
    'a.md': '---\ntitle: A\ntags: [x, y]\n---\n![[f.txt]]',
    'b.md': '---\ntitle: B\n---\nbody',
    'sub/f.txt': 'file',
  },
  joplin: {
    [`${id('a')}.md`]: `A\n\n[B](:/${id('b')}) [f](:/${id('c')})\n\nid: ${id('a')}\ntype_: 1`,
    [`${id('b')}.md`]: `B\n\nbody\n\nid: ${id('b')}\ntype_: 1`,
    [`${id('c')}.md`]: `f.txt\n\nid: ${id('c')}\nmime: text/plain\ntype_: 4`,
    [`${id('d')}.md`]: `x\n\nid: ${id('d')}\ntype_: 5`,
    [`${id('e')}.md`]: `y\n\nid: ${id('e')}\ntype_: 5`,
    [`${id('f')}.md`]: `id: ${id('f')}\nnote_id: ${id('a')}\ntag_id: ${id('e')}\ntype_: 6`,
    [`${id('0')}.md`]: `id: ${id('0')}\nnote_id: ${id('a')}\ntag_id: ${id('d')}\ntype_: 6`,
    [`resources/${id('c')}.txt`]: 'file',
  },
  evernote: {
    'N.enex': `<en-export><note><title>A</title><tag>x</tag><tag>y</tag><content><![CDATA[<en-note>
      <a href="evernote:///view/1/s1/a/a/">B</a></en-note>]]></content>
      <resource><data>ZmlsZQ==</data><resource-attributes><file-name>f.txt</file-name></resource-attributes></resource></note>
      <note><title>B</title><content><![CDATA[<en-note>body</en-note>]]></content></note></en-export>`,
  },
  notion: {
    [`A ${id('a')}.html`]: `<h1 class="page-title">A</h1><table class="properties"><tr class="property-row-multi_select"><th>Tags</th><td>
      <span class="selected-value">x</span><span class="selected-value">y</span></td></tr></table>
      <div class="page-body"><a href="B%20${id('b')}.html">B</a> <a href="f.txt">f</a></div>`,
    [`B ${id('b')}.html`]: '<h1 class="page-title">B</h1><div class="page-body">body</div>',
    'f.txt': 'file',
  },
  html: {
    'a.html': '<title>A</title><p><a href="b.html">B</a> <a href="f.txt">f</a></p>',
    'b.html': '<title>B</title><p>body</p>',
    'f.txt': 'file',
  },
};

/** Reads a source and describes its notes with the targets of their links. */
async function describeSource(format: NoteFormat, path: string, rules?: Partial<NoteRules>) {
  const source = await openSource(format, { path, isFolder: true }, rules);
  const { notes, resolve } = await source.list();
  const described: unknown[] = [];
  for (const item of notes) {
    const note = item.rejection ?? (await item.read());
    if ('reason' in note) {
      described.push(note.reason);
      continue;
    }
    const targets: unknown[] = [];
    for (const link of parseMarkdown(note.text).fileLinks) {
      const target = note.embedded?.get(link.path) ?? resolve?.(item, link);
      if (target === undefined || typeof target === 'string') targets.push(target);
      else if ('note' in target) targets.push(notes.findIndex(({ key }) => key === target.note));
      else await target.open(async ({ pieces }) => targets.push(await readAll(pieces(100))));
    }
    described.push([note.title, note.tags.join(), targets.join()]);
  }
  await source.close();
  return described;
}

async function readAll(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString();
}

test.each(Object.entries(exports) as [NoteFormat, Record<string, string>][])(
  'openSource of %s returns the notes with tags and the targets of their links',
  async (format, files) => {
    const root = temporaryFolder();
    writeFiles(root, files);
    const linksNotes = format !== 'markdown' && format !== 'obsidian';
    const tags = format === 'html' ? '' : 'x,y';
    expect(await describeSource(format, root)).toEqual([
      ['A', tags, linksNotes ? '1,file' : 'file'],
      ['B', '', ''],
    ]);
  },
);

test.each(Object.entries(exports) as [NoteFormat, Record<string, string>][])(
  'openSource of %s applies the rules of the caller',
  async (format, files) => {
    const root = temporaryFolder();
    writeFiles(root, files);
    const [first] = await describeSource(format, root, {
      readTag: (name) => (name === 'x' ? { problem: 'is not wanted' } : { tag: name.toUpperCase() }),
    });
    expect(first).toMatchObject(['A', format === 'html' ? '' : 'Y', expect.anything()]);
    expect(await describeSource(format, root, { maxTextBytes: 3 })).toEqual(['too_large', 'too_large']);
  },
);

test('openSource of markdown removes the front matter of an export whose id the caller recognises', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'exported.md': '---\nid: note-1\ntitle: T\n---\nbody',
    'completed.md': '---\nmine: 1\nnotes_id: other\nnotes_id: note-2\n---\nbody',
  });
  const source = await openSource(
    'markdown',
    { path: root, isFolder: true },
    { isNoteId: (text) => text.startsWith('note-') },
  );
  const { notes } = await source.list();
  expect(await Promise.all(notes.map((item) => item.read()))).toMatchObject([
    { text: '---\nmine: 1\nnotes_id: other\n---\nbody', documentId: 'note-2' },
    { text: 'body', documentId: 'note-1' },
  ]);
});

test('openSource of markdown counts the line of an export in the line of a front matter problem', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'a.md': '---\nmine: 1\nnotes_id: note-1\ntitle: a: b\n---\nbody' });
  const source = await openSource('markdown', { path: root, isFolder: true }, { isNoteId: () => true });
  const [note] = (await source.list()).notes;
  expect(await note?.read()).toMatchObject({ warnings: [expect.stringContaining('front matter, line 4: ')] });
});

test.each([
  ['a folder', { isFolderImported: true }],
  ['one file', undefined],
])('openSource of %s reports links to skipped files, and other links as missing', async (_, whole) => {
  const root = temporaryFolder();
  writeFiles(root, {
    'n.md': '![](.hidden/a.png) ![](node_modules/a.png) ![](._a.png) ![](gone.png) ![](.gone/a.png)',
    '.hidden/a.png': '',
    'node_modules/a.png': '',
    '._a.png': '',
  });
  const within = { folder: root, path: 'n.md', isFolderImported: false, ...whole };
  const source = await openSource('markdown', { path: join(root, 'n.md'), isFolder: false, within });
  const { notes, resolve } = await source.list();
  const [item] = notes;
  const note = await item?.read();
  if (item === undefined || note === undefined || 'reason' in note) throw new Error('no note');
  const targets = parseMarkdown(note.text).fileLinks.map((link) => resolve?.(item, link));
  expect(targets).toEqual(['skipped', 'skipped', 'skipped', 'missing', 'missing']);
});

test('A damaged archive is refused with a code, its file name and the cause', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'a.zip': 'no zip' });
  const source = await openSource('notion', { path: join(root, 'a.zip'), isFolder: false });
  const error = await source.list().catch((thrown: SourceError) => thrown);
  expect(error).toMatchObject({ name: 'SourceError', code: 'damaged', cause: expect.any(Error) });
  expect(String(error)).toBe('SourceError: damaged: The file is damaged or has another format: "a.zip"');
  await source.close();
});
