import { isAttribute, isTag, type SafeNode } from '@notes/markdown-view';

/** Builds what the worker made of a note. Nothing that is not on the lists gets in, whatever the worker says. */
export function buildNode(node: SafeNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  if (!isTag(node.tag)) return document.createTextNode('');
  const element = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (isAttribute(name, value)) element.setAttribute(name, value);
  }
  if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
    element.rel = 'noopener noreferrer';
    element.target = '_blank';
  }
  for (const child of node.children) element.append(buildNode(child));
  return element;
}
