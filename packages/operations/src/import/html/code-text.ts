import { LINES } from './blocks.js';
import type { Element, Node } from './tree.js';

/** The text of code, a line for each block in it. */
export function codeOf(pre: Element): string {
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

/** The language of code, as classes of it or of what is within or about it say. */
export function languageOf(pre: Element): string {
  const inner = pre.children.find((child): child is Element => typeof child !== 'string' && child.name === 'code');
  for (const { attributes } of inner === undefined ? [pre] : [inner, pre]) {
    const language = LANGUAGE.exec(attributes.class ?? '')?.[1];
    if (language !== undefined) return language;
  }
  return '';
}
