import { LINES } from './blocks.js';
import type { Element, Node } from './tree.js';

/** Returns the text of code, with a line for each block element in it. */
export function getCodeText(pre: Element): string {
  const pieces: string[] = [];
  for (const child of pre.children) collectCode(child, pieces);
  return pieces.join('').replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n');
}

function collectCode(node: Node, pieces: string[]): void {
  if (typeof node === 'string') pieces.push(node);
  else if (node.name === 'br') pieces.push('\n');
  else {
    const before = pieces.length;
    for (const child of node.children) collectCode(child, pieces);
    const isLine = LINES.has(node.name) || node.name === 'p';
    if (isLine && (pieces.length === before || pieces.at(-1)?.endsWith('\n') !== true)) pieces.push('\n');
  }
}

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:?)[-\s]?([\w+#.-]+)/;

/** Returns the language of code from the classes of the `pre` element or its `code` element. */
export function getCodeLanguage(pre: Element): string {
  const inner = pre.children.find((child): child is Element => typeof child !== 'string' && child.name === 'code');
  for (const { attributes } of inner === undefined ? [pre] : [inner, pre]) {
    const language = LANGUAGE.exec(attributes.class ?? '')?.[1];
    if (language !== undefined) return language;
  }
  return '';
}
