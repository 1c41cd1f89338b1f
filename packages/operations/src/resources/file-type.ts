import { extname } from 'node:path';
import { sniffMimeType } from './sniff.js';

/** Types of text, which cannot be told from the bytes. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
]);
const TEXT = /^text\/|^application\/(?:.+\+)?xml$/;

/** The type of a file that nobody tells: what its start shows, and which text it is by its name. */
export async function fileMimeType(filename: string, head: Buffer): Promise<string> {
  const shown = await sniffMimeType(head);
  return TEXT.test(shown) ? (TEXT_TYPES.get(extname(filename).toLowerCase()) ?? shown) : shown;
}
