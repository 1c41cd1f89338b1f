/*
 * USTAR with one form for each name and size. Libraries for tar accept several forms of a header, which a payload must
 * not have, and need Node, which this package does not.
 */

import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { compareBytes } from '../bytes.js';

/** Bytes of a USTAR block. */
export const BLOCK_LENGTH = 512;
const MAX_FILE_BYTES = 0o77777777777;

/** Byte offset and text of the fixed fields in the header of a regular file (POSIX.1-1988, ustar). */
const FIELDS: readonly (readonly [at: number, text: string])[] = [
  [100, '0000644\0'],
  [108, '0000000\0'],
  [116, '0000000\0'],
  [136, '00000000000\0'],
  [156, '0'],
  [257, 'ustar\0'],
  [263, '00'],
  [329, '0000000\0'],
  [337, '0000000\0'],
];

/**
 * Builds the header of a file with mode 0644 and every other field zero or empty. A name and size have exactly one
 * header.
 *
 * @param name ASCII, at most 100 bytes
 * @param size bytes, below 8 GiB
 * @throws RangeError for a longer name or larger size
 */
export function ustarHeader(name: string, size: number): Uint8Array {
  if (name.length > 100 || size > MAX_FILE_BYTES)
    throw new RangeError(
      `A USTAR file has a name of at most 100 bytes and at most ${MAX_FILE_BYTES} bytes: ${name}, ${size} bytes.`,
    );
  const header = new Uint8Array(BLOCK_LENGTH);
  const put = (at: number, text: string) => header.set(encodeUtf8(text), at);
  put(0, name);
  put(124, `${octal(size, 11)}\0`);
  for (const [at, text] of FIELDS) put(at, text);
  put(148, ' '.repeat(8));
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return header;
}

/** Returns the size in the header of a file of this name; null for any header that `ustarHeader` does not make. */
export function readUstarHeader(header: Uint8Array, name: string): number | null {
  const digits = Array.from(header.subarray(124, 135), (byte) => String.fromCharCode(byte)).join('');
  if (!/^[0-7]{11}$/.test(digits)) return null;
  const size = Number.parseInt(digits, 8);
  return compareBytes(header, ustarHeader(name, size)) === 0 ? size : null;
}

/** Returns the zero padding after a file's content. */
export const ustarPadding = (size: number): Uint8Array =>
  new Uint8Array((BLOCK_LENGTH - (size % BLOCK_LENGTH)) % BLOCK_LENGTH);

/** Returns the two blocks of zeros that end an archive. */
export const ustarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK_LENGTH);

/** Returns the bytes that a file occupies with header and padding. */
export const ustarSize = (size: number): number => BLOCK_LENGTH + size + ustarPadding(size).length;

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
