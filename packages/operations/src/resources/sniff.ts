import { isUtf8 } from 'node:buffer';

/** The type of file, without parameters, and its usual ending, that begins so; undefined when it is not known. */
export async function sniffType(head: Buffer): Promise<{ mime: string; ext: string } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  return type && { mime: type.mime.replace(/;.*$/, ''), ext: type.ext };
}

/** The type that the start of a file shows, as far as it can be told, text too; else an empty text. */
export async function sniffMimeType(head: Buffer): Promise<string> {
  const type = await sniffType(head);
  return type?.mime ?? (isText(head) ? 'text/plain; charset=utf-8' : '');
}

/** UTF-8 without NUL, its last character perhaps cut. */
function isText(head: Buffer): boolean {
  return !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}
