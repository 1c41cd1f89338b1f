import type { BlockTree } from '../blocks/block-tree.js';
import { nodeText } from '../blocks/leaf-text.js';
import { FENCED_CODE } from '../blocks/node-table.js';
import type { LineIndex } from '../locator.js';

/** Fenced block with a label of this service. */
export interface Fence {
  /** Line of the opening fence, from 1. */
  line: number;
  /** Range of the whole block with its fences and last line ending, in UTF-8 bytes and in UTF-16 units of the body. */
  startByte: number;
  endByte: number;
  start: number;
  end: number;
  /** Lines between the fences. */
  content: string;
}

const FENCE = /(`{3,}|~{3,})[ \t]*([^\s`]*)/y;

/** Lists the fenced blocks with the label `label`, in document order. */
export function listFences(tree: BlockTree, label: string, locator: LineIndex): Fence[] {
  const fences: Fence[] = [];
  for (const node of labelledFences(tree, label)) fences.push(describe(tree, node, locator));
  return fences;
}

/** Yields the nodes of the fenced blocks with the label `label`. */
export function* labelledFences({ body, nodes }: BlockTree, label: string): Generator<number> {
  if (!body.includes(label)) return;
  for (let node = 0; node < nodes.length; node++) {
    if (nodes.kind(node) !== FENCED_CODE) continue;
    FENCE.lastIndex = nodes.start(node);
    if (FENCE.exec(body)?.[2] === label) yield node;
  }
}

function describe(tree: BlockTree, node: number, locator: LineIndex): Fence {
  const { body, nodes } = tree;
  const start = nodes.start(node);
  const feed = body.indexOf('\n', nodes.end(node));
  const end = feed === -1 ? body.length : feed + 1;
  const { line, byte: startByte } = locator.locate(start);
  const endByte = locator.locate(end).byte;
  return { line, startByte, endByte, start, end, content: getFenceContent(nodeText(tree, node).text) };
}

/** Returns the text between the fences of a block; the closing fence may be missing. */
function getFenceContent(block: string): string {
  const opened = block.indexOf('\n');
  if (opened === -1) return '';
  FENCE.lastIndex = 0;
  const fence = FENCE.exec(block)![1]!;
  const last = block.lastIndexOf('\n') + 1;
  const mark = block.slice(last).trim();
  const closed = mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
  const end = closed ? last : block.length;
  return block.slice(Math.min(opened + 1, end), end);
}
