import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_PAGES } from './pdf-pages.js';

/** Name of the highlight of the words found, for style sheets. */
const HIGHLIGHT = 'pdf-found';

/**
 * Returns the first page that contains the words, from 1, beginning with `from` and continuing at the start after the
 * end; undefined when no page does or `signal` aborts. Case and line breaks are ignored.
 */
export async function findPage(
  source: PDFDocumentProxy,
  words: string,
  from: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const count = Math.min(source.numPages, MAX_PAGES);
  const wanted = toKey(words);
  for (let step = 0; step < count && !signal.aborted; step++) {
    const number = ((from - 1 + step) % count) + 1;
    if (toKey(await readText(source, number)).includes(wanted)) return signal.aborted ? undefined : number;
  }
  return undefined;
}

/** Reads the words of a page; those of a damaged page are empty. */
async function readText(source: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const { items } = await (await source.getPage(number)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  } catch {
    return '';
  }
}

/** Marks the words in the text of a drawn page, where the browser can, and returns the first element with them. */
export function markWords(layer: HTMLElement, words: string): Element | undefined {
  const ranges = findRanges(layer, toKey(words));
  if ('highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  return ranges[0]?.startContainer.parentElement ?? undefined;
}

export const clearMarks = (): void => void ('highlights' in CSS && CSS.highlights.delete(HIGHLIGHT));

function findRanges(layer: HTMLElement, wanted: string): Range[] {
  const letters: { readonly node: Text; readonly at: number }[] = [];
  let key = '';
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (const [at, letter] of [...(node as Text).data].entries())
      for (const part of toKey(letter)) {
        letters.push({ node: node as Text, at });
        key += part;
      }
  const ranges: Range[] = [];
  for (let at = key.indexOf(wanted); at !== -1; at = key.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [letters[at], letters[at + wanted.length - 1]];
    if (first === undefined || last === undefined) break;
    const range = document.createRange();
    range.setStart(first.node, first.at);
    range.setEnd(last.node, Math.min(last.at + 1, last.node.length));
    ranges.push(range);
  }
  return ranges;
}

/** Returns a text without spaces and case, because documents place letters and not words. */
const toKey = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
