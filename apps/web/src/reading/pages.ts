import type { NotePage } from './page.js';

/** Pages by the element that contains them. */
export const pages = new WeakMap<HTMLElement, NotePage>();

/** Scrolls the note in `root` to a heading's anchor or text, a `^marker`, or a 1-based line. */
export function scrollTo(root: HTMLElement, at: string | number): void {
  for (const article of root.querySelectorAll<HTMLElement>('article.prose')) pages.get(article)?.reveal(at);
}
