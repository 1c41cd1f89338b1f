import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';
import { loadBlocks } from './blocks.js';

/** Returns the line, from 1, of a heading's anchor, a block's id or a line number; undefined when there is none. */
export async function findLine(document_id: string, at: string): Promise<number | undefined> {
  return /^\d{1,9}$/.test(at) ? Math.max(1, Number(at)) : ifAnswered(namedLine(document_id, at));
}

async function namedLine(document_id: string, name: string): Promise<number | undefined> {
  const { headings } = await call('getDocumentOutline', { document_id });
  const heading = headings.find(({ anchor, block_id, text }) => [anchor, block_id, text].includes(name));
  return heading?.line ?? (await loadBlocks(document_id)).find(({ id }) => id === name)?.line();
}
