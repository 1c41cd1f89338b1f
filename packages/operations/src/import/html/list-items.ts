import type { Element, Node } from './tree.js';

/** The content of the items of a list; a list that is in no item, or alone in one, belongs to the item before. */
export function itemsOf(children: readonly Node[]): Node[][] {
  const items: Node[][] = [];
  for (const child of children) {
    if (typeof child === 'string' && child.trim() === '') continue;
    const isItem = typeof child !== 'string' && child.name === 'li';
    const content = isItem ? child.children : [child];
    const before = items.at(-1);
    if (before !== undefined && (!isItem || isOneList(content))) append(before, content);
    else items.push([...content]);
  }
  return items;
}

/** A list behind one of its kind is the rest of it. */
function append(item: Node[], nodes: readonly Node[]): void {
  for (const node of nodes) {
    const before = item.at(-1);
    if (typeof node === 'string' && node.trim() === '') continue;
    if (isList(before) && isList(node) && before.name === node.name)
      item[item.length - 1] = { ...before, children: [...before.children, ...node.children] };
    else item.push(node);
  }
}

const isList = (node: Node | undefined): node is Element => typeof node === 'object' && /^[ou]l$/.test(node.name);

function isOneList(nodes: readonly Node[]): boolean {
  const [only, ...others] = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  return others.length === 0 && isList(only);
}
