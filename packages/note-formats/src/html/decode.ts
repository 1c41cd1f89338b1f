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
    return declared === undefined ? undefined : new TextDecoder(declared, { fatal: true }).decode(bytes);
  } catch {
    // The encoding is unknown, or the bytes are not valid in it.
    return undefined;
  }
}
