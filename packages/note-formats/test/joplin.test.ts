import { describe, expect, test } from 'vitest';
import { type NoteItem, openSource } from '../src/index.js';
import { readItem } from '../src/joplin/item-text.js';
import { temporaryFolder, writeFiles } from './support.js';

describe('readItem [IMPORT-FORMATS]', () => {
  test.each([
    ['a note', 'T\n\nbody\n\nid: 1\ntype_: 1', { title: 'T', body: 'body' }],
    ['a note without a body', 'T\n\nid: 1\ntype_: 1\n', { title: 'T', body: '' }],
    ['a note without a title', '\n\nbody\n\ntype_: 1', { title: '', body: 'body' }],
    [
      'a body that ends like properties',
      'T\n\na\n\nid: not mine\n\nid: 1\ntype_: 1',
      { title: 'T', body: 'a\n\nid: not mine' },
    ],
    ['what has no title at all', 'id: 1\ntype_: 6', { title: '', body: '' }],
    ['an empty property', 'T\n\nparent_id: \ntype_: 2', { title: 'T', body: '' }],
  ])('parses %s', (_, text, expected) => {
    expect(readItem(text)).toMatchObject(expected);
  });

  test.each(['', 'just text', 'T\n\nbody\nid: 1\ntype_: 1', 'T\n\nid: 1'])('refuses %j', (text) => {
    expect(readItem(text)).toBeUndefined();
  });
});

describe('joplin source [IMPORT-FORMATS]', () => {
  test('a resource whose recognised text is longer than 64 KiB is the target of its links', async () => {
    const [note, scan] = ['a'.repeat(32), 'b'.repeat(32)];
    const path = temporaryFolder();
    writeFiles(path, {
      [`${note}.md`]: `Lease\n\n[scan](:/${scan})\n\nid: ${note}\ntype_: 1`,
      [`${scan}.md`]: `Lease é.pdf\n\nid: ${scan}\nmime: application/pdf\nsize: 4\nocr_text: ${'é: '.repeat(30_000)}\ntype_: 4`,
      [`resources/${scan}.pdf`]: '%PDF',
    });
    const source = await openSource('joplin', { path, isFolder: true });
    const { notes, resolve } = await source.list();
    const link = {
      kind: 'link',
      path: `:/${scan}`,
      anchor: null,
      start: 0,
      end: 1,
      targetStart: 0,
      targetEnd: 1,
    } as const;
    expect(resolve?.(notes[0] as NoteItem, link)).toMatchObject({
      filename: 'Lease é.pdf',
      mimeType: 'application/pdf',
      declaredBytes: 4,
    });
    await source.close();
  });
});
