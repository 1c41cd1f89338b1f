import { isAsciiWord } from './characters.js';
import { Scanner } from './scanner.js';
import { getTerms } from './tokenize.js';

const NON_ASCII = /[^\x00-\x7f]/;
const SEPARATORS = /[^0-9a-z\x80-\uffff]+/g;

/**
 * Returns the text that a full-text index stores for `text`: the terms joined by single spaces, or the text itself when
 * all of it is ASCII. Either way SQLite's FTS5 tokenizer `ascii`, which splits at ASCII punctuation, folds ASCII case
 * and keeps everything else, finds exactly the terms of `tokenize(text)`.
 *
 * @param text Text of any length; work is linear
 * @returns Text for the index, which may be longer than `text`. Never throws
 */
export function indexText(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  const out: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 128) continue;
    // A stretch of word characters and non-ASCII characters around this index. All text between two stretches is plain
    // ASCII.
    let start = at;
    while (start > done && isAsciiWord(text.charCodeAt(start - 1))) start--;
    at = stretchEnd(text, at + 1);
    out.push(asciiTerms(text.slice(done, start)));
    appendTerms(out, text, start, at);
    done = at;
  }
  out.push(asciiTerms(text.slice(done)));
  return out.filter((part) => part !== '').join(' ');
}

function stretchEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && !isAsciiWord(code)) break;
  }
  return at;
}

const asciiTerms = (text: string) => text.toLowerCase().replace(SEPARATORS, ' ').trim();

function appendTerms(out: string[], text: string, from: number, to: number): void {
  const scanner = new Scanner(text, from, to);
  while (scanner.next()) {
    const raw = text.slice(scanner.start, scanner.end);
    if (scanner.ascii) out.push(raw.toLowerCase());
    else if (scanner.stable) out.push(raw);
    else for (const term of getTerms(raw)) out.push(term);
  }
}
