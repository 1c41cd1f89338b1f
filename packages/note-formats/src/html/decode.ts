import { isUtf8 } from 'node:buffer';
import { decodeUtf16 } from '../files/decode-utf16.js';
import { createRejection, type Rejection } from '../rejection.js';

/** Encoding in a `meta` element, or in the XML declaration of an XHTML page. */
const DECLARED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})|^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w-]{1,40})/i;
const DECLARED_WITHIN = 1024;

/** Decodes a page: UTF-8, the encoding of its byte order mark, or its declared encoding. */
export function decodePage(bytes: Buffer): string | Rejection {
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== undefined) return utf16;
  const text = decodeText(bytes);
  if (text === undefined) return createRejection('not_utf8');
  return text.includes('\0') ? createRejection('has_nul') : text;
}

function decodeText(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const [, ofMeta, ofXml] = DECLARED.exec(bytes.subarray(0, DECLARED_WITHIN).toString('latin1')) ?? [];
  const declared = ofMeta ?? ofXml;
  try {
    return declared === undefined ? undefined : decodeDeclared(bytes, declared);
  } catch {
    // The encoding is unknown, or the bytes are not valid in it.
    return undefined;
  }
}

/** Characters of windows-1252 from 0x80 on. Bytes without a character stay as they are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes a text in a declared encoding. The standard decoder of Node 20 takes windows-1252 for ISO 8859-1, in which
 * quotation marks and dashes are control characters.
 *
 * @throws TypeError when the bytes are not valid in the encoding; RangeError when the encoding is unknown
 */
function decodeDeclared(bytes: Buffer, label: string): string {
  const decoder = new TextDecoder(label, { fatal: true });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (mark) => WINDOWS_1252[mark.charCodeAt(0) - 0x80] as string);
}
