import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { compareBytes } from '../bytes.js';

export const BLOCK_LENGTH = 512;
const SIZE_MOST = 0o77777777777;

/** How a header of a regular file is laid out (POSIX.1-1988, ustar): where a field begins, and what is in it. */
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
 * The header of a file: mode 0644, everything else zero or empty. One name and size have one header.
 *
 * @param name ASCII, at most 100 bytes. @param size Below 8 GiB.
 */
export function ustarHeader(name: string, size: number): Uint8Array {
  if (name.length > 100 || size > SIZE_MOST) throw new RangeError('USTAR does not hold this name or size');
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

/** The size in the header of a file of this name; null for any header but the one that `ustarHeader` makes. */
export function readUstarHeader(header: Uint8Array, name: string): number | null {
  const digits = Array.from(header.subarray(124, 135), (byte) => String.fromCharCode(byte)).join('');
  if (!/^[0-7]{11}$/.test(digits)) return null;
  const size = Number.parseInt(digits, 8);
  return compareBytes(header, ustarHeader(name, size)) === 0 ? size : null;
}

/** The zeros behind the content of a file. */
export const ustarPadding = (size: number): Uint8Array =>
  new Uint8Array((BLOCK_LENGTH - (size % BLOCK_LENGTH)) % BLOCK_LENGTH);

/** Two blocks of zeros, which end an archive. */
export const ustarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK_LENGTH);

/** Bytes a file takes with header and padding. */
export const ustarSize = (size: number): number => BLOCK_LENGTH + size + ustarPadding(size).length;

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
