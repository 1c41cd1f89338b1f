import { isUtf8 } from 'node:buffer';
import type { FileItem, OpenFile } from '../item.js';
import { createRejection, type Rejection } from '../rejection.js';
import { decodeUtf16 } from './decode-utf16.js';

export interface FileText {
  /** Content of the file; in UTF-8 including a byte order mark. */
  readonly text: string;
  readonly warnings: readonly string[];
  readonly modifiedAt: number | undefined;
}

const CONVERTED = 'converted from UTF-16 to UTF-8';

/**
 * Reads a file as text in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @param maxBytes most bytes of the file, and of its text in UTF-8
 *
 * @returns the text, or the reason why no note can hold it
 */
export const readText = (file: FileItem, maxBytes: number): Promise<FileText | Rejection> =>
  file.open(async (open) => {
    const bytes = await readBytes(open, maxBytes);
    const read = 'reason' in bytes ? bytes : decodeFile(bytes, maxBytes);
    return 'reason' in read ? read : { ...read, modifiedAt: open.modifiedAt };
  });

/** Reads all bytes of a file of at most `maxBytes`. */
export async function readBytes({ sizeBytes, pieces }: OpenFile, maxBytes: number): Promise<Buffer | Rejection> {
  if (sizeBytes > maxBytes) return createRejection('too_large');
  const read: Buffer[] = [];
  for await (const piece of pieces(maxBytes)) read.push(piece);
  const bytes = read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read);
  return bytes.length > maxBytes ? createRejection('too_large') : bytes;
}

function decodeFile(bytes: Buffer, maxBytes: number): Omit<FileText, 'modifiedAt'> | Rejection {
  const converted = decodeUtf16(bytes);
  const text = converted ?? decode(bytes);
  if (typeof text !== 'string') return text;
  if (converted === undefined) return { text, warnings: [] };
  return Buffer.byteLength(text) > maxBytes ? createRejection('too_large') : { text, warnings: [CONVERTED] };
}

/**
 * Decodes UTF-8.
 *
 * @returns the text, or the reason why no note can hold it
 */
export function decode(bytes: Buffer): string | Rejection {
  if (!isUtf8(bytes)) return createRejection('not_utf8');
  return bytes.includes(0) ? createRejection('has_nul') : bytes.toString('utf8');
}
