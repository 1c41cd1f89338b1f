import { Slugger } from '@notes/markdown-blocks';
import { type Element, getTextLine, rewrite, walkElements } from './tree.js';

const HEADING = /^h[1-6]$/;

/** Rewrites links within a page to the slugs of headings, as Markdown uses them. Links to other ids become text. */
export function nameHeadings(page: Element): Element {
  const slugs = mapSlugs(page);
  return rewrite(page, (found) => {
    const { href } = found.attributes;
    if (found.name !== 'a' || !href?.startsWith('#')) return undefined;
    const slug = slugs.get(href.slice(1));
    return slug === undefined ? found.children : [{ ...found, attributes: { ...found.attributes, href: `#${slug}` } }];
  });
}

/** Maps the ids of headings and of the elements in them to slugs. */
function mapSlugs(page: Element): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const slugger = new Slugger();
  for (const found of walkElements(page)) {
    if (!HEADING.test(found.name)) continue;
    const slug = slugger.next(getTextLine(found));
    for (const { attributes } of walkElements(found))
      for (const id of [attributes.id, attributes.name]) if (id !== undefined) slugs.set(id, slug);
  }
  return slugs;
}
