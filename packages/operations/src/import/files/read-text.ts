import { isUtf8 } from 'node:buffer';
import { textLimits } from '@notes/contract';
import type { FileItem, OpenFile } from '../item.js';
import { type Rejection, rejection } from '../reasons.js';

export interface FileText {
  /** Exactly the file's bytes, a byte order mark included. */
  readonly text: string;
  readonly modifiedAt: number | undefined;
}

/** Reads a file as text, or says why it is none that a note can hold. */
export const readText = (file: FileItem): Promise<FileText | Rejection> =>
  file.open(async (open) => {
    const bytes = await readBytes(open, textLimits.body);
    const text = 'reason' in bytes ? bytes : decode(bytes);
    return typeof text === 'string' ? { text, modifiedAt: open.modifiedAt } : text;
  });

/** All the bytes of a file that is not too large. */
export async function readBytes({ sizeBytes, pieces }: OpenFile, maxBytes: number): Promise<Buffer | Rejection> {
  if (sizeBytes > maxBytes) return rejection('too_large');
  const read: Buffer[] = [];
  for await (const piece of pieces(maxBytes)) read.push(piece);
  const bytes = read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read);
  return bytes.length > maxBytes ? rejection('too_large') : bytes;
}

/** The text that bytes are in UTF-8, or why no note can hold it. */
export function decode(bytes: Buffer): string | Rejection {
  if (!isUtf8(bytes)) return rejection('not_utf8');
  return bytes.includes(0) ? rejection('has_nul') : bytes.toString('utf8');
}
