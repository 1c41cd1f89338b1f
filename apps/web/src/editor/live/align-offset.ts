/** Characters of markup that may lie between two characters of the text. */
const MAX_MARKUP_LENGTH = 200;

/**
 * Returns the offset in Markdown that corresponds to the end of a rendered text, by finding its characters in order.
 * Characters that only the rendered text has are skipped.
 */
export function alignOffset(source: string, rendered: string): number {
  let offset = 0;
  for (const character of rendered) {
    if (/\s/.test(character)) continue;
    const found = source.indexOf(character, offset);
    if (found !== -1 && found - offset <= MAX_MARKUP_LENGTH) offset = found + character.length;
  }
  return offset;
}

/** Returns the rendered text before a point. */
export function textBefore(element: HTMLElement, x: number, y: number): string {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret === null || caret === undefined || !element.contains(caret.offsetNode)) return '';
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(caret.offsetNode, caret.offset);
  return range.toString();
}
