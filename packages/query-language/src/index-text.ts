import { isAsciiWord } from './characters.js';
import { Scanner } from './scanner.js';
import { termsOf } from './tokenize.js';

const NON_ASCII = /[^\x00-\x7f]/;
const SEPARATORS = /[^0-9a-z\x80-\uffff]+/g;

/**
 * What the full-text index stores for `text`: its terms, joined by single spaces. A text that is all ASCII is returned
 * as it is. Either way SQLite's FTS5 tokenizer `ascii`, which splits at ASCII punctuation, folds ASCII case and keeps
 * everything else, finds exactly the terms of `tokenize(text)`.
 */
export function indexText(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  const out: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 128) continue;
    // The stretch of word characters and non-ASCII around here; what lies between two such stretches is plain ASCII.
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
    else for (const term of termsOf(raw)) out.push(term);
  }
}
