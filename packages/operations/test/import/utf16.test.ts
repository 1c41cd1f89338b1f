import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { noteCalled, temporaryFolder, testLibrary, writeFiles } from './support.js';

const littleEndian = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();
const CONVERTED = 'converted from UTF-16 to UTF-8';
const TEXT = '---\r\ntitle: Käse 🧀\r\ntags: [x]\r\n---\r\nSee [plan](plan.md) and [[plan]].\r\n';

describe.each([
  ['little-endian', littleEndian],
  ['big-endian', bigEndian],
])('importFolder of files in %s UTF-16 [IMPORT-UTF16]', (_, encode) => {
  test.each(['markdown', 'obsidian'] as const)('stores their text as UTF-8, with a warning (%s)', async (format) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'note.md': encode(TEXT), 'plan.md': 'P' });
    const report = await at.run(path, { format });
    expect(report).toMatchObject({ imported: 2, rejected: 0, warnings: [{ path: 'note.md', message: CONVERTED }] });
    const note = await noteCalled(at, 'Käse 🧀');
    const plan = await noteCalled(at, 'plan');
    expect(note.tags).toEqual(['x']);
    expect(note.body).toBe(TEXT);
    const { outgoing } = await invoke('listDocumentLinks', at.context, { document_id: note.id });
    expect(outgoing.map(({ canonical_target }) => canonical_target)).toEqual([plan.uri, plan.uri]);
  });

  test('leaves an unchanged file unchanged, also when it is saved in another encoding', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'note.md': encode(TEXT) });
    await at.run(path);
    const before = at.changes();
    for (const bytes of [encode(TEXT), TEXT]) {
      writeFiles(path, { 'note.md': bytes });
      expect(await at.run(path)).toMatchObject({ unchanged: 1, imported: 0, updated: 0, warnings: [] });
    }
    expect(at.changes()).toBe(before);
    writeFiles(path, { 'note.md': encode(`${TEXT}more`) });
    expect(await at.run(path)).toMatchObject({ updated: 1, warnings: [{ path: 'note.md', message: CONVERTED }] });
  });

  test('leaves their notes unchanged when an export of them is imported', async () => {
    const at = await testLibrary();
    const folder = temporaryFolder();
    writeFiles(join(folder, 'Vault'), { 'note.md': encode(TEXT) });
    await at.run(join(folder, 'Vault'), { source: 'vault' });
    await invoke('exportNotes', at.context, { format: 'markdown', directory: join(folder, 'out') });
    expect(readFileSync(join(folder, 'out/Vault/note.md'), 'utf8')).toBe(TEXT);
    const again = await at.run(join(folder, 'out/Vault'), { source: 'vault' });
    expect(again).toMatchObject({ unchanged: 1, imported: 0, updated: 0, warnings: [] });
  });

  test('reads pages and databases of Notion', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'notion');
    const id = '0123456789abcdef0123456789abcde';
    writeFiles(path, {
      [`Page ${id}f.md`]: encode('# Page\r\n\r\nText\r\n'),
      [`Base ${id}e.csv`]: encode('Name,Price\r\ntea,1\r\n'),
    });
    expect(await at.run(path, { format: 'notion' })).toMatchObject({
      imported: 2,
      warnings: [CONVERTED, CONVERTED].map((message) => ({ message })),
    });
    expect((await noteCalled(at, 'Page')).body).toBe('Text\n');
    expect((await noteCalled(at, 'Base')).body).toContain('| Name | Price |');
  });

  test('reads web pages, and rejects those with unpaired surrogates', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'pages');
    writeFiles(path, { 'good.html': encode('<title>Good</title><p>é'), 'bad.html': encode('<p>\ud800') });
    const { imported, rejections } = await at.run(path, { format: 'html' });
    expect(imported).toBe(1);
    expect(rejections).toEqual([
      {
        path: 'bad.html',
        reason: 'not_utf16',
        message: 'begins as UTF-16 and is not valid UTF-16. Save the file as UTF-8',
      },
    ]);
    expect((await noteCalled(at, 'Good')).body).toContain('é');
  });

  test('rejects a text that has too many bytes as UTF-8', async () => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'big.md': encode('漢'.repeat(6 * 1024 * 1024)) });
    expect(await at.run(path)).toMatchObject({ rejections: [{ path: 'big.md', reason: 'too_large' }] });
  });
});

describe('importFolder of files in UTF-16 without a byte order mark [IMPORT-UTF16]', () => {
  test.each([
    ['little-endian', littleEndian],
    ['big-endian', bigEndian],
  ])('stores their text as UTF-8, with a warning (%s)', async (_, encode) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'note.md': encode(TEXT).subarray(2) });
    expect(await at.run(path)).toMatchObject({ imported: 1, warnings: [{ path: 'note.md', message: CONVERTED }] });
    expect((await noteCalled(at, 'Käse 🧀')).body).toBe(TEXT);
  });

  test.each([
    ['that is mostly in other letters', littleEndian('Пример текста').subarray(2)],
    ['with half of a code unit at the end', littleEndian(TEXT).subarray(2, -1)],
    ['with an unpaired surrogate', littleEndian(`${TEXT}\ud800`).subarray(2)],
    ['with a NUL character', littleEndian(`${TEXT}\0`).subarray(2)],
  ])('rejects one %s, and advises to save it as UTF-8', async (_, bytes) => {
    const at = await testLibrary();
    const path = join(temporaryFolder(), 'Vault');
    writeFiles(path, { 'note.md': bytes, 'text.md': 'x\0y' });
    const { imported, rejections } = await at.run(path);
    expect(imported).toBe(0);
    for (const { message } of rejections) expect(message).toMatch(/UTF-8/);
    expect(rejections).toHaveLength(2);
  });
});
