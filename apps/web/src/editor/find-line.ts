import { ifAnswered } from '../api/api-error.js';

/** Returns the line, from 1, of a line number or of a heading or block by its name; undefined when there is none. */
export async function findLine(document_id: string, at: string | number): Promise<number | undefined> {
  if (typeof at === 'number') return at;
  const blocks = await import('./blocks.js').catch(() => undefined);
  const line = blocks && (await ifAnswered(blocks.findNamedLine(document_id, at)));
  return line ?? parseLine(at);
}

/** Parses a line number of an address. Returns undefined for any other text. */
export const parseLine = (text: string | null): number | undefined =>
  /^\d{1,9}$/.test(text ?? '') ? Math.max(1, Number(text)) : undefined;
