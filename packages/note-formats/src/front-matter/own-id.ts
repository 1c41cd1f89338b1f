import { frontMatter } from '@notes/markdown-blocks';
import type { NoteRules } from '../note-rules.js';

/** Key of the note id in a note's own front matter, which may contain another `id`. */
export const OWN_ID = 'notes_id';

const LINE = new RegExp(`^${OWN_ID}: (\\S+)\\r?\\n`, 'gm');

/**
 * Removes the line that an export added to a note's own front matter.
 *
 * @returns the original text, the note id in that line, and its offset
 */
export function removeOwnId(
  text: string,
  { isNoteId }: Pick<NoteRules, 'isNoteId'>,
): { readonly text: string; readonly removed?: { readonly documentId: string; readonly at: number } } {
  const block = frontMatter(text);
  if (block === null) return { text };
  for (const found of text.slice(block.contentStart, block.contentEnd).matchAll(LINE)) {
    const [line, documentId = ''] = found;
    const start = block.contentStart + found.index;
    if (isNoteId(documentId))
      return { text: text.slice(0, start) + text.slice(start + line.length), removed: { documentId, at: start } };
  }
  return { text };
}
