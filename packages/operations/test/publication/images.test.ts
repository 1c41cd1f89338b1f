import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createExif } from '../../src/exchange/site/images/exif.js';
import { stripMetadata } from '../../src/exchange/site/images/strip-metadata.js';
import { openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';

const CANARY = 'CANARY';
const TURNED = 6;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Returns Exif data as a camera writes it: the orientation, and a section with the location. */
function cameraExif(): Buffer {
  const tiff = Buffer.alloc(60);
  tiff.write('II*\0\x08\0\0\0\x02\0', 'latin1');
  // The orientation is one SHORT, and the offset of the location section is one LONG.
  tiff.write(`\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(TURNED)}\0\0\0`, 10, 'latin1');
  tiff.write('\x25\x88\x04\0\x01\0\0\0\x26\0\0\0', 22, 'latin1');
  tiff.write(`${CANARY} place`, 40, 'latin1');
  return tiff;
}

const segment = (marker: number, content: Buffer | string) => {
  const body = Buffer.from(content as string, 'latin1');
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
};
const exifSegment = (tiff: Buffer) => segment(0xe1, Buffer.concat([latin1('Exif\0\0'), tiff]));
const chunk = (name: string, content: Buffer | string) => {
  const named = Buffer.concat([latin1(name), Buffer.from(content as string, 'latin1')]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};
const part = (name: string, content: Buffer | string) => {
  const body = Buffer.from(content as string, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([latin1(name), length, body, Buffer.alloc(body.length & 1)]);
};
const webp = (flags: number, ...parts: Buffer[]) => {
  const extended = part('VP8X', `${String.fromCharCode(flags)}\0\0\0\0\0\0\0\0\0`);
  const content = Buffer.concat([latin1('WEBP'), extended, ...parts]);
  return part('RIFF', content);
};

const JFIF = 'JFIF\0\x01\x02\x01\0H\0H';
const ICC = segment(0xe2, 'ICC_PROFILE\0colours');
const TABLES = Buffer.concat([segment(0xdb, 'tables'), segment(0xc0, 'frame')]);
/** Scan data with a byte that is no marker, and with markers inside the data. */
const SCAN = Buffer.concat([segment(0xda, 'scan'), latin1('data\xff\0data\xff\xd0data')]);
const END = latin1('\xff\xd9');
const XMP = `http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="${CANARY}"/>`;
const PNG = latin1('\x89PNG\r\n\x1a\n');
const [HEAD, PALETTE, DATA] = [chunk('IHDR', 'size'), chunk('PLTE', 'colours'), chunk('IDAT', 'data')];

/** Images with metadata, and their expected content after its removal. */
const IMAGES: Record<string, { readonly full: Buffer; readonly clean: Buffer }> = {
  'image/jpeg': {
    full: Buffer.concat([
      ...[latin1('\xff\xd8'), segment(0xe0, `${JFIF}\x01\x01${CANARY}`), exifSegment(cameraExif())],
      ...[segment(0xe1, XMP), ICC, segment(0xe2, `MPF\0${CANARY}`), segment(0xed, `Photoshop 3.0\0${CANARY}`)],
      ...[TABLES, segment(0xfe, CANARY), latin1('\xff'), SCAN, segment(0xfe, CANARY), SCAN, END, latin1(CANARY)],
    ]),
    clean: Buffer.concat([
      ...[latin1('\xff\xd8'), segment(0xe0, `${JFIF}\0\0`), exifSegment(createExif(TURNED)), ICC, TABLES],
      ...[SCAN, SCAN, END],
    ]),
  },
  'image/png': {
    full: Buffer.concat([
      ...[PNG, HEAD, chunk('tEXt', CANARY), chunk('eXIf', cameraExif()), chunk('gAMA', 'bent'), PALETTE],
      ...[chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0GPSLatitude ${CANARY}`), chunk('tIME', CANARY), DATA, DATA],
      ...[chunk('prIv', CANARY), chunk('IEND', ''), latin1(CANARY)],
    ]),
    clean: Buffer.concat([
      ...[PNG, HEAD, chunk('eXIf', createExif(TURNED)), chunk('gAMA', 'bent'), PALETTE, DATA, DATA, chunk('IEND', '')],
    ]),
  },
  'image/webp': {
    full: Buffer.concat([
      webp(0x3c, part('ICCP', 'colours'), part('VP8 ', 'data'), part('EXIF', cameraExif()), part('XMP ', XMP)),
      latin1(CANARY),
    ]),
    clean: webp(0x38, part('ICCP', 'colours'), part('VP8 ', 'data'), part('EXIF', createExif(TURNED))),
  },
};
const images = Object.entries(IMAGES).map(([type, each]) => ({ type, ...each }));

describe('[PUB-IMAGES] withoutMetadata', () => {
  it.each(images)('keeps only the picture, its colours and its orientation: $type', ({ type, full, clean }) => {
    const { bytes, hasLocation } = stripMetadata(type, full);
    expect(bytes.toString('latin1')).toBe(clean.toString('latin1'));
    expect(hasLocation).toBe(true);
    const again = stripMetadata(type, clean);
    expect([again.bytes.equals(clean), again.hasLocation]).toEqual([true, false]);
  });

  it.each(images)('keeps no metadata of an image truncated at any byte: $type', ({ type, full }) => {
    const words = `${CANARY} place`;
    for (let length = 0; length <= full.length; length++) {
      const { bytes } = stripMetadata(type, full.subarray(0, length));
      const isWhole = full.toString('latin1', 0, length).includes(words);
      expect([length, isWhole && bytes.toString('latin1').includes(words)]).toEqual([length, false]);
    }
  });

  it.each(images)('handles any bytes: $type', ({ type, full }) => {
    for (let at = 0; at < full.length; at++)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const altered = Buffer.from(full);
        altered[at] = value;
        expect(stripMetadata(type, altered).bytes.length).toBeLessThanOrEqual(full.length);
      }
    const head = type === 'image/jpeg' ? latin1('\xff\xd8') : full.subarray(0, 12);
    for (const pattern of ['\xff', '\xff\xe1\0\x02', '\0', '\xff\xda\0\x02', '\0\0\0\0eXIf\0\0\0\0', 'EXIF\0\0\0\0'])
      expect(stripMetadata(type, Buffer.concat([head, Buffer.alloc(1_000_000, pattern, 'latin1')])).hasLocation).toBe(
        false,
      );
  });

  it('leaves content of another type unchanged', () => {
    for (const { type } of images)
      for (const text of ['', 'x', 'GIF89a', 'RIFF\0\0\0\0WAVE'])
        expect(stripMetadata(type, latin1(text)).bytes.toString('latin1')).toBe(text);
    const { full } = IMAGES['image/png'] as { full: Buffer };
    expect(stripMetadata('image/gif', full).bytes).toBe(full);
  });

  it('is used for the files of a site, and the plan lists the images with a location', async () => {
    const opened = await openTestLibrary();
    const { full, clean } = IMAGES['image/jpeg'] as { full: Buffer; clean: Buffer };
    const photo = await uploadBytes(opened, full, { filename: 'garden.jpg', mime_type: 'image/jpeg' });
    const plain = await uploadBytes(opened, clean, { filename: 'plain.jpg', mime_type: 'image/jpeg' });
    const { notebook_id } = await opened.call('createNotebook', { name: 'Essays' });
    const body = [photo, plain].map(({ uri }) => `![x](${uri})`).join(' ');
    await opened.call('createDocument', { title: 'A', body, notebook_id });
    const selection = { notebooks: [notebook_id] };
    const plan = await opened.call('planPublication', { selection });
    const examples = [{ resource_id: photo.id, filename: 'garden.jpg' }];
    expect(plan.images_with_place).toEqual({ count: 1, examples });
    const directory = join(temporaryFolder(), 'site');
    const { attachments, plan_sha256 } = await opened.call('buildPublication', { directory, selection });
    expect([attachments, plan_sha256]).toEqual([{ published: 2, left_out: 0, cleaned: 1 }, plan.plan_sha256]);
    const files = readdirSync(join(directory, 'files')).map((name) => readFileSync(join(directory, 'files', name)));
    expect(files.map((bytes) => bytes.equals(clean))).toEqual([true, true]);
  });
});
