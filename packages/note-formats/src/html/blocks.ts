import type { Element } from './tree.js';

/** Block elements that editors use for the lines of a paragraph. */
export const LINES: ReadonlySet<string> = new Set(['div', 'section', 'center']);
export const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre search section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** Returns the elements that contain blocks. */
export function findBlockContainers(root: Element): ReadonlySet<Element> {
  const found = new Set<Element>();
  const look = (element: Element): boolean => {
    let has = false;
    for (const child of element.children) if (typeof child !== 'string' && look(child)) has = true;
    if (has) found.add(element);
    return has || BLOCKS.has(element.name);
  };
  look(root);
  return found;
}
