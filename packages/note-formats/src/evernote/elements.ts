import { type Element, getText } from '../html/tree.js';

/** Returns the child elements with a name. */
export const children = ({ children: nodes }: Element, name: string): Element[] =>
  nodes.filter((node): node is Element => typeof node !== 'string' && node.name === name);

export const child = (parent: Element, name: string): Element | undefined => children(parent, name)[0];

/** Returns the text of the first child with a name; empty when there is none. */
export function childText(parent: Element | undefined, name: string): string {
  const found = parent === undefined ? undefined : child(parent, name);
  return found === undefined ? '' : getText(found).trim();
}
