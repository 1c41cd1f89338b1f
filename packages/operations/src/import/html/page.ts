import type { Item, SourceNote } from '../item.js';
import { type Rejection, rejection } from '../reasons.js';
import { type ConvertOptions, toMarkdown } from './convert.js';
import { takeEmbedded } from './embedded.js';
import { type Element, elements, type HtmlDialect, HtmlError, lineOf, parseHtml } from './tree.js';

/** What a page says, before it is known when. */
export type PageText = Pick<SourceNote, 'text' | 'embedded'>;

/** The first element of a name. */
export function first(root: Element, is: (found: Element) => boolean): Element | undefined {
  for (const found of elements(root)) if (is(found)) return found;
  return undefined;
}

/** A page's title: its own, else its first heading's. */
export function titleOf(root: Element): string | undefined {
  for (const name of ['title', 'h1']) {
    const found = first(root, (each) => each.name === name);
    const title = found === undefined ? '' : lineOf(found);
    if (title !== '') return title;
  }
  return undefined;
}

/** Reads HTML with `use`; one that is too much for it is rejected. */
export function withHtml<T>(html: string, dialect: HtmlDialect, use: (root: Element) => T): T | Rejection {
  try {
    return use(parseHtml(html, dialect));
  } catch (error) {
    if (error instanceof HtmlError) return rejection(error.reason);
    throw error;
  }
}

/** A tree as the text of a note; the images in it are files of its own. */
export function pageText(root: Element, note: Pick<Item, 'path' | 'key'>, options: ConvertOptions): PageText {
  const { root: page, files } = takeEmbedded(root, note);
  const text = toMarkdown(page, options);
  return files.size === 0 ? { text } : { text, embedded: files };
}
