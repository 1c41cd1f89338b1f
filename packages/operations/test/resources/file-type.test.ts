import { describe, expect, it } from 'vitest';
import { openTestLibrary, uploadBytes } from '../support.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\x06\0\0\0', 'latin1');
const ZIP = Buffer.from(`PK\x03\x04\x14\0\0\0\b\0${'\0'.repeat(40)}`, 'latin1');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const XML_SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
const TEXT = Buffer.from('a,b\n');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const MPEG = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
);
const BYTES = Buffer.from([0, 1, 2, 3]);

describe('The type of an uploaded attachment', () => {
  it.each<[string, Buffer, string, string | undefined, string]>([
    ['SVG', SVG, 'a.svg', undefined, 'image/svg+xml'],
    ['SVG with a declaration', XML_SVG, 'a.SVG', undefined, 'image/svg+xml'],
    ['HTML', Buffer.from('<!doctype html><p>x'), 'a.html', undefined, 'text/html; charset=utf-8'],
    ['CSV', TEXT, 'a.csv', undefined, 'text/csv; charset=utf-8'],
    ['CSS', TEXT, 'a.css', undefined, 'text/css; charset=utf-8'],
    ['JSON', Buffer.from('{}'), 'a.json', undefined, 'application/json'],
    ['text of no known ending', TEXT, 'a.what', undefined, 'text/plain; charset=utf-8'],
    ['text of an unknowing client', TEXT, 'a.csv', 'application/octet-stream', 'text/csv; charset=utf-8'],
    ['text of a declared type', TEXT, 'a.csv', 'text/tab-separated-values', 'text/tab-separated-values'],
    ['an image called HTML', PNG, 'a.html', undefined, 'image/png'],
    ['an image declared as HTML', PNG, 'a.png', 'text/html', 'image/png'],
    ['an image declared as SVG', PNG, 'a.svg', 'image/svg+xml', 'image/png'],
    ['an image declared as another', PNG, 'a.jpg', 'image/jpeg', 'image/png'],
    ['a package of a declared type', ZIP, 'a.epub', 'application/epub+zip', 'application/epub+zip'],
    ['a package declared as HTML', ZIP, 'a.html', 'application/xhtml+xml', 'application/zip'],
    ['UTF-16 text', utf16('words\n'), 'a.txt', undefined, 'text/plain; charset=utf-16le'],
    ['UTF-16 text, big end first', utf16('words é\n').swap16(), 'a', undefined, 'text/plain; charset=utf-16be'],
    ['UTF-16 text declared as audio', utf16('words\n'), 'a.txt', 'audio/mpeg', 'audio/mpeg'],
    ['UTF-16 CSV', utf16('a,b\n'), 'a.csv', undefined, 'text/csv; charset=utf-16le'],
    ['UTF-16 text called HTML', utf16('words\n'), 'a.html', undefined, 'text/plain; charset=utf-16le'],
    ['UTF-16 HTML', utf16('<p>words\n'), 'a.html', undefined, 'text/html; charset=utf-16le'],
    ['a frame of audio', MPEG, 'a.mp3', undefined, 'audio/mpeg'],
    ['text declared as HTML', TEXT, 'a.txt', 'text/html', 'text/plain; charset=utf-8'],
    ['text called HTML', TEXT, 'a.html', undefined, 'text/plain; charset=utf-8'],
    ['text declared as XHTML', TEXT, 'a.txt', 'application/xhtml+xml', 'text/plain; charset=utf-8'],
    ['SVG declared as HTML', SVG, 'a.svg', 'text/html', 'image/svg+xml'],
    ['SVG with a declaration called HTML', XML_SVG, 'a.html', undefined, 'image/svg+xml'],
    ['SVG behind a comment', Buffer.from('\ufeff<!-- <p> -->\n<svg/>'), 'a.html', undefined, 'image/svg+xml'],
    ['HTML that shows SVG', Buffer.from('<p><svg/>'), 'a.html', undefined, 'text/html; charset=utf-8'],
    ['Latin-1 HTML', Buffer.from('<p>caf\xe9', 'latin1'), 'a.html', 'text/html', 'text/html'],
    ['Latin-1 text declared as HTML', Buffer.from('caf\xe9 noir', 'latin1'), 'a.html', 'text/html', 'text/plain'],
    ['unknown bytes declared as HTML', BYTES, 'a.bin', 'text/html', 'application/octet-stream'],
    ['unknown bytes called HTML', BYTES, 'a.html', undefined, 'application/octet-stream'],
    ['unknown bytes of a declared type', BYTES, 'a.bin', 'model/stl', 'model/stl'],
  ])(
    'follows from bytes, declared type and name: %s [RES-TYPE-DECIDED]',
    async (_, bytes, filename, mime_type, wanted) => {
      const opened = await openTestLibrary();
      const claims = { filename, ...(mime_type !== undefined && { mime_type }) };
      expect((await uploadBytes(opened, bytes, claims)).mime_type).toBe(wanted);
    },
  );
});
