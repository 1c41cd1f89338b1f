import { isUtf8 } from 'node:buffer';
import type { FileItem, OpenFile } from '../item.js';
import { createRejection, type Rejection } from '../rejection.js';

export interface FileText {
  /** Content of the file, including a byte order mark. */
  readonly text: string;
  readonly modifiedAt: number | undefined;
}

/**
 * Reads a file of at most `maxBytes` as text.
 *
 * @returns the text, or the reason why no note can hold it
 */
export const readText = (file: FileItem, maxBytes: number): Promise<FileText | Rejection> =>
  file.open(async (open) => {
    const bytes = await readBytes(open, maxBytes);
    const text = 'reason' in bytes ? bytes : decode(bytes);
    return typeof text === 'string' ? { text, modifiedAt: open.modifiedAt } : text;
  });

/** Reads all bytes of a file of at most `maxBytes`. */
export async function readBytes({ sizeBytes, pieces }: OpenFile, maxBytes: number): Promise<Buffer | Rejection> {
  if (sizeBytes > maxBytes) return createRejection('too_large');
  const read: Buffer[] = [];
  for await (const piece of pieces(maxBytes)) read.push(piece);
  const bytes = read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read);
  return bytes.length > maxBytes ? createRejection('too_large') : bytes;
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
