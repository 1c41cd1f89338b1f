import type { Item, SourceNote } from '../item.js';
import { createRejection, type Rejection } from '../rejection.js';
import { type ConvertOptions, toMarkdown } from './convert.js';
import { extractEmbedded } from './embedded.js';
import { type Element, getTextLine, type HtmlDialect, HtmlError, parseHtml, walkElements } from './tree.js';

/** Text and embedded files of a page. */
export type PageText = Pick<SourceNote, 'text' | 'embedded'>;

/** Returns the first element that satisfies a predicate. */
export function findFirst(root: Element, is: (found: Element) => boolean): Element | undefined {
  for (const found of walkElements(root)) if (is(found)) return found;
  return undefined;
}

/** Returns the title of a page, else its first heading. */
export function findTitle(root: Element): string | undefined {
  for (const name of ['title', 'h1']) {
    const found = findFirst(root, (each) => each.name === name);
    const title = found === undefined ? '' : getTextLine(found);
    if (title !== '') return title;
  }
  return undefined;
}

/** Parses HTML and calls `use`. Returns a rejection when the HTML exceeds a limit. */
export function withHtml<T>(html: string, dialect: HtmlDialect, use: (root: Element) => T): T | Rejection {
  try {
    return use(parseHtml(html, dialect));
  } catch (error) {
    if (error instanceof HtmlError) return createRejection(error.reason);
    throw error;
  }
}

/** Converts a tree to the text of a note. Images in `data:` addresses become embedded files. */
export function pageText(root: Element, note: Pick<Item, 'path' | 'key'>, options: ConvertOptions): PageText {
  const { root: page, files } = extractEmbedded(root, note);
  const text = toMarkdown(page, options);
  return files.size === 0 ? { text } : { text, embedded: files };
}
