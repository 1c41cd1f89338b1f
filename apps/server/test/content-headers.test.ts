import { validateHeaderValue } from 'node:http';
import { expectWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Content, createContentHeaders } from '../src/http/content-headers.js';
import { describeUpload } from '../src/http/upload.js';

const seed = 20_261_121;
const content: Content = {
  id: 'res_00000000000000000000000000',
  sha256: 'ab'.repeat(32),
  size_bytes: 3,
  mime_type: 'image/png',
  filename: 'photo.png',
  download: false,
};
const of = (change: Partial<Content>) => createContentHeaders({ ...content, ...change }) as Record<string, string>;
const readDisposition = (mime_type: string, download = false) =>
  (of({ mime_type, download })['Content-Disposition'] as string).split(';')[0];

/** Storage keeps fewer characters: it removes unprintable ones. */
const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 });

describe('the response headers of an attachment', () => {
  it('let a browser display only images, audio, video and plain text', () => {
    const shown = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'audio/mpeg', 'video/mp4'];
    for (const type of shown)
      expect([type, readDisposition(type), readDisposition(type, true)]).toEqual([type, 'inline', 'attachment']);
    const saved =
      'text/html application/xhtml+xml text/xml application/xml image/svg+xml application/pdf text/javascript ' +
      'application/javascript text/css text/markdown application/json application/octet-stream image/bmp image/tiff ' +
      'application/x-shockwave-flash multipart/x-mixed-replace message/rfc822 application/audio/mpeg';
    for (const type of saved.split(' ')) expect([type, readDisposition(type)]).toEqual([type, 'attachment']);
  });

  it('let a browser display plain text only as UTF-8', () => {
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'text/plain;charset=UTF-8']) {
      expect(of({ mime_type: type })['Content-Type']).toBe('text/plain; charset=utf-8');
      expect(readDisposition(type)).toBe('inline');
    }
    for (const charset of ['utf-7', 'utf-16', 'iso-2022-jp', '"utf-8;x"'])
      expect(readDisposition(`text/plain; charset=${charset}`)).toBe('attachment');
  });

  it('replace an invalid type by application/octet-stream', () => {
    for (const type of ['', 'image', 'image/', '/png', 'image/png\r\nX: 1', 'a b/c'])
      expect([type, readDisposition(type), of({ mime_type: type })['Content-Type']]).toEqual([
        type,
        'attachment',
        'application/octet-stream',
      ]);
  });

  it('cannot be split or extended by any name or type, and parse back to the name', () => {
    fc.assert(
      fc.property(names, fc.string({ unit: 'binary' }), (filename, mime_type) => {
        const headers = of({ filename, mime_type: `text/plain; x="${mime_type}"` });
        for (const [name, value] of Object.entries(headers)) {
          validateHeaderValue(name, value);
          expect(value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
        }
        const { type, parameters } = parse(headers['Content-Disposition'] as string);
        expect(['inline', 'attachment']).toContain(type);
        expect(parameters.filename).toBe(filename.toWellFormed());
      }),
      { seed, numRuns: samples(300) },
    );
  });
});

describe('the request headers of an upload', () => {
  const parseUploadHeaders = (disposition: string, type?: string) =>
    describeUpload({
      headers: { 'content-disposition': disposition, ...(type !== undefined && { 'content-type': type }) },
    } as Parameters<typeof describeUpload>[0]);

  it.each([
    ['attachment; filename="a b.png"', 'a b.png'],
    ['attachment; filename=photo.png', 'photo.png'],
    ['form-data; name="file"; filename="x;y=z.txt"', 'x;y=z.txt'],
    ['attachment; filename="a\\"b.txt"', 'a"b.txt'],
    ["attachment; filename=plain.txt; filename*=UTF-8''%C3%BCber.txt", 'über.txt'],
    ["attachment; filename*=UTF-8''%C3%BCber.txt; filename=plain.txt", 'über.txt'],
    ["attachment; filename*=ISO-8859-1'en'%FCber.txt", 'über.txt'],
    ["attachment; filename*=UTF-8''%FF; filename=plain.txt", 'plain.txt'],
    [Buffer.from('attachment; filename="über 日.txt"').toString('latin1'), 'über 日.txt'],
    ['attachment; filename="\xfcber.txt"', 'über.txt'],
    ['attachment; filename=../../etc/passwd', '../../etc/passwd'],
    ['attachment', undefined],
    ['attachment; filename', undefined],
    ['', undefined],
    ['; ; ;=; __proto__=x', undefined],
  ])('give the file name: %s', (disposition, filename) => {
    expect(parseUploadHeaders(disposition)).toEqual(filename === undefined ? {} : { filename });
  });

  it('can be any text and are parsed in time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
        expect(typeof (parseUploadHeaders(text, text).filename ?? '')).toBe('string');
      }),
      { seed, numRuns: samples(300) },
    );
    expectWithin(100, () => parseUploadHeaders(`a${'; filename="\\'.repeat(1_500)}`));
  });
});
