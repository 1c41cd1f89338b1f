import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Base64Error, decodeBase64 } from '../../src/exchange/import/evernote/base64.js';
import { scanExport } from '../../src/exchange/import/evernote/scan.js';
import { noteCalled, temporaryFolder, testLibrary } from './support.js';

async function* splitBytes(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decode(text: string, size: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of decodeBase64(splitBytes(Buffer.from(text), size))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test.each([
  ['', ''],
  ['aGVsbG8=', 'hello'],
  ['\n aGVs\r\nbG8\t= \n', 'hello'],
  ['aGVsbA==', 'hell'],
  ['aGVsbG8h', 'hello!'],
])('decodeBase64 decodes %j to %j for any division into pieces', async (text, bytes) => {
  for (const size of [1, 2, 3, 5, 100]) expect(await decode(text, size)).toBe(bytes);
});

test.each(['!!!!not base64 $$$', 'aGVsbG8', 'aGVsb', 'aGVsbG8=aGVs', 'aGVsbG8==', 'aG=sbG8h', '====', '='])(
  'decodeBase64 refuses %j',
  async (text) => {
    for (const size of [1, 2, 3, 5, 100]) await expect(decode(text, size)).rejects.toThrow(Base64Error);
  },
);

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

test('A link by a title that several notes have stays unchanged [IMPORT-LINKS]', async () => {
  const at = await testLibrary();
  const file = path();
  const link = '<a href="evernote:///view/1/s1/a/a/">Twice</a>';
  const notes = [{ title: 'Twice' }, { title: 'Twice' }, { title: 'From', body: link }];
  writeFileSync(file, makeExport(notes));
  await at.run(file, { format: 'evernote' });
  const found = at.library.store.read((reader) => reader.documents.findByTitleKey('from', 2));
  const body = at.library.store.read((reader) => reader.documents.getWithBody(found[0] as string)?.body);
  expect(body).toBe('[Twice](evernote:///view/1/s1/a/a/)\n');
});

test('scanExport finds the same positions for any division into pieces', async () => {
  const text = Buffer.from(makeExport([{ title: 'é &amp; <![CDATA[<ü>]]>', body: '</note> ß' }, { title: 'b' }]));
  const whole = await scanExport('x', splitBytes(text, text.length), undefined);
  expect(whole.map(({ title }) => title)).toEqual(['é & <ü>', 'b']);
  for (const size of [1, 2, 7, 64]) expect(await scanExport('x', splitBytes(text, size), undefined)).toEqual(whole);
  const [first] = whole;
  expect(text.subarray(first?.start, first?.end).toString()).toMatch(
    /^<note><title>é.*ß<\/en-note>\]\]><\/content><\/note>$/s,
  );
});

test('scanExport reads a large export without keeping it in memory [IMPORT-STREAMED]', async () => {
  const letters = Buffer.alloc(1024 * 1024, `${'QUJD'.repeat(19)}\n`);
  const measureMemory = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measureMemory();
  let most = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('<en-export><note><title>T</title><resource><data encoding="base64">');
    for (let megabytes = 0; megabytes < 200; megabytes += 1) {
      yield letters;
      most = Math.max(most, measureMemory() - before);
    }
    yield Buffer.from('</data></resource></note></en-export>');
  }
  const [note] = await scanExport('x', pieces(), undefined);
  expect(note?.data.map(({ start, end }) => end - start)).toEqual([200 * letters.length]);
  expect(most).toBeLessThan(120 * 1024 * 1024);
});

test('scanExport refuses endless content before it fills the memory [IMPORT-STREAMED] [IMPORT-HOSTILE]', async () => {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('<en-export><note><content><![CDATA[');
    for (;;) yield Buffer.alloc(8 * 1024 * 1024, 'x');
  }
  await expect(scanExport('x', pieces(), undefined)).rejects.toMatchObject({
    message: expect.stringMatching(/^damaged: /),
  });
});
