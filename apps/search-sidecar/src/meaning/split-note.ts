import { splitText } from '../library/note-table.js';

/** Maximum length of a part in UTF-16 units, without the title. */
const MAX_PART = 1_500;
const MAX_TITLE = 300;
/** Maximum number of parts of one note; the rest of a longer note is not searched by meaning. */
export const MAX_PARTS = 32;
const PARAGRAPH_END = '\n\n';

/**
 * Cuts a note into parts at blank lines, each with the title in front: a vector of a long text says little about it.
 *
 * @param text title and Markdown, as the index stores them
 */
export function splitNote(text: string): string[] {
  const stored = splitText(text);
  const title = stored.title.slice(0, MAX_TITLE).trim();
  const parts = joinPieces(stored.body);
  if (parts.length === 0) return title === '' ? [] : [title];
  return title === '' ? parts : parts.map((part) => `${title}${PARAGRAPH_END}${part}`);
}

/** Joins neighbouring paragraphs as long as they fit into a part. */
function joinPieces(body: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of listPieces(body)) {
    if (part !== '' && part.length + piece.length > MAX_PART) {
      parts.push(part);
      part = '';
      if (parts.length === MAX_PARTS) return parts;
    }
    part = part === '' ? piece : `${part}${PARAGRAPH_END}${piece}`;
  }
  return part === '' ? parts : [...parts, part];
}

/** Yields the paragraphs of a text, longer ones in pieces. */
function* listPieces(body: string): Generator<string> {
  let from = 0;
  while (from < body.length) {
    const end = findParagraphEnd(body, from);
    for (let rest = from; rest < end; ) {
      const next = end - rest <= MAX_PART ? end : findCut(body, rest);
      const piece = body.slice(rest, next).trim();
      if (piece !== '') yield piece;
      rest = next;
    }
    from = end + 1;
  }
}

/** Returns the position of the blank line after a paragraph, or the end of the text. */
function findParagraphEnd(body: string, from: number): number {
  const blank = /\n[^\S\n]*(?=\n)/g;
  blank.lastIndex = from;
  return blank.exec(body)?.index ?? body.length;
}

/** Returns where to cut a paragraph that is too long: after the last space, if it is not too near. */
function findCut(body: string, from: number): number {
  const limit = from + MAX_PART;
  const piece = body.slice(from, limit);
  const space = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n'));
  return space > MAX_PART / 2 ? from + space + 1 : limit;
}
