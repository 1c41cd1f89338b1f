import { parseDefinition } from '../inline/definitions.js';
import { isSpace } from '../units.js';
import type { BlockTree } from './block-tree.js';
import { type LeafText, nodeText } from './leaf-text.js';

/*
 * paragraph = { link reference definition }, [ text ] ;
 */

const OPEN = 0x5b;

/**
 * Removes the link reference definitions from the start of a closed paragraph. Returns false when nothing else is in
 * it.
 */
export function takeDefinitions(tree: BlockTree, node: number): boolean {
  const { body, nodes } = tree;
  if (body.charCodeAt(nodes.start(node)) !== OPEN) return true;
  const leaf = nodeText(tree, node);
  const rest = readDefinitions(tree, leaf);
  if (rest >= leaf.text.length) return false;
  if (rest > 0) nodes.setStart(node, leaf.toBody(rest));
  return true;
}

/** Returns the offset behind the definitions and the white space that follows them. */
function readDefinitions({ definitions }: BlockTree, leaf: LeafText): number {
  const { text } = leaf;
  let at = 0;
  while (text.charCodeAt(at) === OPEN) {
    const found = parseDefinition(text, at);
    if (found === null) break;
    definitions.add({
      label: found.label,
      destination: found.destination,
      destinationStart: leaf.toBody(found.destinationStart),
      destinationEnd: leaf.toBody(found.destinationEnd),
    });
    at = found.end;
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  }
  return at;
}
