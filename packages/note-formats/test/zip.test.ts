import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSource } from '../src/index.js';
import { temporaryFolder } from './support.js';

const UTF8_FLAG = 0x800;
const PAGE = Buffer.from('<title>A</title>');

/** Returns a zip archive with one stored page. */
function makeZip(name: Buffer, flags: number, date = 0): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc32(PAGE), 10);
  fields.writeUInt32LE(PAGE.length, 14);
  fields.writeUInt32LE(PAGE.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, PAGE]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

test.each([
  ['UTF-8 with its flag', Buffer.from('Größe.html'), UTF8_FLAG, 'Größe.html'],
  ['UTF-8 without its flag', Buffer.from('Größe.html'), 0, 'Größe.html'],
  ['code page 437', Buffer.from('Gr\x94\xe1e.html', 'latin1'), 0, 'Größe.html'],
])('a page in a zip archive with a name in %s has its path', async (_, name, flags, path) => {
  const archive = join(temporaryFolder(), 'pages.zip');
  writeFileSync(archive, makeZip(name, flags));
  const source = await openSource('html', { path: archive, isFolder: false });
  expect((await source.list()).notes).toMatchObject([{ path }]);
  await source.close();
});

test.each([
  ['without a date', 0, undefined],
  ['dated with the first day of such dates', (1 << 5) | 1, undefined],
  ['dated with a later day', (1 << 5) | 2, Date.UTC(1980, 0, 2)],
])('a page in a zip archive %s has that time or none', async (_, date, modifiedAt) => {
  const archive = join(temporaryFolder(), 'pages.zip');
  writeFileSync(archive, makeZip(Buffer.from('a.html'), 0, date));
  const source = await openSource('html', { path: archive, isFolder: false });
  const [page] = (await source.list()).notes;
  expect(await page?.read()).toMatchObject({ modifiedAt });
  await source.close();
});
