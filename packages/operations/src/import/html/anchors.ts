import { Slugger } from '@notes/markdown-blocks';
import { type Element, elements, lineOf, rewrite } from './tree.js';

const HEADING = /^h[1-6]$/;

/** Lets links within a page name headings as Markdown does, not by ids of the page's own; others lead nowhere. */
export function nameHeadings(page: Element): Element {
  const slugs = slugsOf(page);
  return rewrite(page, (found) => {
    const { href } = found.attributes;
    if (found.name !== 'a' || !href?.startsWith('#')) return undefined;
    const slug = slugs.get(href.slice(1));
    return slug === undefined ? found.children : [{ ...found, attributes: { ...found.attributes, href: `#${slug}` } }];
  });
}

/** What the ids of headings, and of what is in them, are to be. */
function slugsOf(page: Element): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const slugger = new Slugger();
  for (const found of elements(page)) {
    if (!HEADING.test(found.name)) continue;
    const slug = slugger.next(lineOf(found));
    for (const { attributes } of elements(found))
      for (const id of [attributes.id, attributes.name]) if (id !== undefined) slugs.set(id, slug);
  }
  return slugs;
}
