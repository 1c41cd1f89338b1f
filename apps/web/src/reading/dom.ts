import { isAttribute, isTag, type SafeNode } from '@notes/markdown-view';

/**
 * Builds DOM nodes from the worker's result. Only tags and attributes on the lists are accepted, whatever the worker
 * sends.
 */
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
