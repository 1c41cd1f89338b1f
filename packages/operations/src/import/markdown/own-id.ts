import { isId } from '@notes/contract';
import { frontMatter } from '@notes/markdown-blocks';

/** The key for the id of a note whose front matter is its own, and may say another `id`. */
export const OWN_ID = 'notes_id';

const LINE = new RegExp(`^${OWN_ID}: (doc_[0-9a-z_]+)\\r?\\n`, 'm');

/** The text of a file without the line an export put into its front matter, and whose note that says it is. */
export function takeOwnId(text: string): { readonly text: string; readonly documentId?: string } {
  const block = frontMatter(text);
  if (block === null) return { text };
  const found = LINE.exec(text.slice(block.contentStart, block.contentEnd));
  const documentId = found?.[1];
  if (found === null || documentId === undefined || !isId('document', documentId)) return { text };
  const start = block.contentStart + found.index;
  return { text: text.slice(0, start) + text.slice(start + found[0].length), documentId };
}
