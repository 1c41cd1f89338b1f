import { call } from '../api/client.js';
import { ApiError } from '../api/refusal.js';

/** The line, from 1, of a heading's anchor, a block's id or a line's number; undefined where there is none. */
export async function lineOf(document_id: string, at: string): Promise<number | undefined> {
  if (/^\d{1,9}$/.test(at)) return Math.max(1, Number(at));
  try {
    const { headings } = await call('getDocumentOutline', { document_id });
    const heading = headings.find(({ anchor, block_id, text }) => [anchor, block_id, text].includes(at));
    return heading?.line ?? (await lineOfBlock(document_id, at));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function lineOfBlock(document_id: string, at: string): Promise<number | undefined> {
  const [{ blocks }, { body }] = await Promise.all([
    call('getDocumentBlocks', { document_id }),
    call('getDocument', { document_id }),
  ]);
  const block = blocks.find(({ block_id }) => block_id === at);
  if (block === undefined) return undefined;
  const before = new TextDecoder().decode(new TextEncoder().encode(body).subarray(0, block.start_byte));
  return before.split(/\r\n|\r|\n/).length;
}
