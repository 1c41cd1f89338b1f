import { call } from '../api/client.js';
import { ApiError } from '../api/refusal.js';
import { blocksOf } from './blocks.js';

/** The line, from 1, of a heading's anchor, a block's id or a line's number; undefined where there is none. */
export async function lineOf(document_id: string, at: string): Promise<number | undefined> {
  if (/^\d{1,9}$/.test(at)) return Math.max(1, Number(at));
  try {
    const { headings } = await call('getDocumentOutline', { document_id });
    const heading = headings.find(({ anchor, block_id, text }) => [anchor, block_id, text].includes(at));
    if (heading !== undefined) return heading.line;
    return (await blocksOf(document_id)).find(({ id }) => id === at)?.line();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
