import { isUtf8 } from 'node:buffer';

/** The type that the start of a file shows, as far as it can be told; else an empty text. */
export async function sniffMimeType(head: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  return type?.mime ?? (isText(head) ? 'text/plain; charset=utf-8' : '');
}

/** UTF-8 without NUL, its last character perhaps cut. */
function isText(head: Buffer): boolean {
  return !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}
