import type { Element, Node } from './tree.js';

export const isList = (node: Node | undefined): node is Element =>
  typeof node === 'object' && /^[ou]l$/.test(node.name);

const isBlank = (node: Node) => typeof node === 'string' && node.trim() === '';

/** Returns the contents of the items of a list. A list outside an item, or alone in one, belongs to the item before. */
export function collectListItems(children: readonly Node[]): Node[][] {
  const items: Node[][] = [];
  for (const child of children) {
    if (isBlank(child)) continue;
    const isItem = typeof child !== 'string' && child.name === 'li';
    const content = isItem ? child.children : [child];
    const before = items.at(-1);
    if (before === undefined || (isItem && !isOneList(content))) items.push([...content]);
    else for (const node of content) before.push(node);
  }
  return items.map((item) => joinLists(item, () => true));
}

function isOneList(nodes: readonly Node[]): boolean {
  const [only, ...others] = nodes.filter((node) => !isBlank(node));
  return others.length === 0 && isList(only);
}

/** Merges consecutive lists of the same kind when `continuesList` returns true for the later one. */
export function joinLists(nodes: readonly Node[], continuesList: (list: Element) => boolean): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    if (isList(joined.at(-1)) && isBlank(node)) continue;
    const before = joined.at(-1);
    if (isList(node) && isList(before) && before.name === node.name && continuesList(node))
      for (const child of node.children) before.children.push(child);
    else joined.push(isList(node) ? { ...node, children: [...node.children] } : node);
  }
  return joined;
}
