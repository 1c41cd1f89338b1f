import type { Tree } from '@lezer/common';

const CONTAINER = /^(?:Blockquote|BulletList|OrderedList|ListItem|Footnote|Outline)$/;

/**
 * Returns the text with a space for each quote mark within a block, so that the lines of code, formulas, addresses and
 * HTML are read without the quotes around them. Marks between blocks stay.
 */
export function blankQuoteMarks(text: string, tree: Tree): string {
  const pieces: string[] = [];
  let at = 0;
  const cursor = tree.cursor();
  do {
    if (cursor.name !== 'QuoteMark' || CONTAINER.test(cursor.node.parent?.name ?? '')) continue;
    pieces.push(text.slice(at, cursor.from), ' ');
    at = cursor.to;
  } while (cursor.next());
  return pieces.join('') + text.slice(at);
}
