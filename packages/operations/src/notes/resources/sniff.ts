import { isUtf8 } from 'node:buffer';

const TEXT = 'text/plain; charset=utf-8';
/** Byte order marks of UTF-16 with their encodings. */
const UTF_16 = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;
/** Control characters that do not occur in text. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * Detects a file type, other than text, from the first bytes.
 *
 * @returns the type without parameters and its usual extension; undefined when it is unknown
 */
export async function sniffType(head: Buffer): Promise<{ mime: string; ext: string } | undefined> {
  // The byte order mark of UTF-16 looks like an MPEG audio frame.
  if (readUtf16(head) !== undefined) return undefined;
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  return type && { mime: type.mime.replace(/;.*$/, ''), ext: type.ext };
}

/**
 * Detects a file type, including text, from the first bytes.
 *
 * @returns the type; an empty string when it is unknown
 */
export async function sniffMimeType(head: Buffer): Promise<string> {
  const utf16 = readUtf16(head);
  if (utf16 !== undefined) return `text/plain; charset=${utf16.encoding}`;
  const type = await sniffType(head);
  return type?.mime ?? (isText(head) ? TEXT : '');
}

/** Decodes the start of a file in the encoding of its byte order mark, or as Latin-1 without one. */
export const readHead = (head: Buffer): string => readUtf16(head)?.text ?? head.toString('latin1');

/** Decodes UTF-16 with a byte order mark; undefined for other bytes. The last character may be cut. */
function readUtf16(head: Buffer): { readonly encoding: string; readonly text: string } | undefined {
  const found = UTF_16.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  if (found === undefined) return undefined;
  try {
    const text = new TextDecoder(found.encoding, { fatal: true }).decode(head, { stream: true });
    return CONTROLS.test(text) ? undefined : { encoding: found.encoding, text };
  } catch {
    return undefined;
  }
}

/** Returns true for UTF-8 without NUL. The last character may be cut. */
function isText(head: Buffer): boolean {
  return !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}
