import { findAnchor } from '@notes/markdown-blocks';
import { call } from '../api/client.js';

/** A named block of a note. */
interface NamedBlock {
  readonly id: string;
  readonly text: string;
  /** Returns its first line, 1-based. */
  readonly line: () => number;
}

/** Returns the named blocks of a note. The service reports byte offsets. */
export async function loadBlocks(document_id: string, signal?: AbortSignal): Promise<NamedBlock[]> {
  const [{ blocks }, { body }] = await Promise.all([
    call('getDocumentBlocks', { document_id }, signal),
    call('getDocument', { document_id }, signal),
  ]);
  const bytes = new TextEncoder().encode(body);
  const decoder = new TextDecoder();
  const between = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  return blocks.map(({ block_id, start_byte, end_byte }) => ({
    id: block_id,
    text: between(start_byte, end_byte),
    line: () => between(0, start_byte).split(/\r\n|\r|\n/).length,
  }));
}

/** Returns the line, from 1, of a heading or a block by its name as written in a link; undefined when there is none. */
export async function findNamedLine(document_id: string, name: string): Promise<number | undefined> {
  const { headings } = await call('getDocumentOutline', { document_id });
  const lines = new Map(headings.flatMap(({ anchor, block_id, line }) => [[anchor, line] as const, [block_id, line]]));
  const line = lines.get(findAnchor(lines, name) ?? '');
  return line ?? (await loadBlocks(document_id)).find(({ id }) => id === name)?.line();
}
