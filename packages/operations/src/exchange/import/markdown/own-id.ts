import { isId } from '@notes/contract';
import { frontMatter } from '@notes/markdown-blocks';

/** Key of the note id in a note's own front matter, which may contain another `id`. */
export const OWN_ID = 'notes_id';

const LINE = new RegExp(`^${OWN_ID}: (doc_[0-9a-z_]+)\\r?\\n`, 'm');

/**
 * Removes the line that an export added to a note's own front matter.
 *
 * @returns the original text and the note id in that line
 */
export function removeOwnId(text: string): { readonly text: string; readonly documentId?: string } {
  const block = frontMatter(text);
  if (block === null) return { text };
  const found = LINE.exec(text.slice(block.contentStart, block.contentEnd));
  const documentId = found?.[1];
  if (found === null || documentId === undefined || !isId('document', documentId)) return { text };
  const start = block.contentStart + found.index;
  return { text: text.slice(0, start) + text.slice(start + found[0].length), documentId };
}
