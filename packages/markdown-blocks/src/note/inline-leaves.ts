import type { BlockTree } from '../blocks/block-tree.js';
import { headingText } from '../blocks/heading.js';
import { bodyText, type LeafText, nodeText, Pieces } from '../blocks/leaf-text.js';
import { FRONT_MATTER, HEADING, PARAGRAPH, TABLE } from '../blocks/node-table.js';
import { eachCell } from '../blocks/table.js';
import { LinkMarks } from './link-marks.js';

const ESCAPED_PIPE = '\\|';

/** Yields the pieces of inline Markdown that can hold a link, in document order: paragraphs, headings, table cells. */
export function* inlineLeaves(tree: BlockTree): Generator<LeafText> {
  const { body, nodes } = tree;
  const marks = new LinkMarks(body);
  for (let node = 0; node < nodes.length; node++) {
    const kind = nodes.kind(node);
    if (kind !== PARAGRAPH && kind !== HEADING && kind !== TABLE) continue;
    if (!marks.isIn(nodes.start(node), nodes.end(node))) continue;
    if (kind === TABLE) yield* tableCells(tree, node);
    else if (kind === PARAGRAPH) yield nodeText(tree, node);
    else {
      const { start, end } = headingText(tree, node);
      yield nodeText(tree, node, start, end);
    }
  }
}

/** Returns the front matter of a note, which is not Markdown. */
export function frontMatterText({ body, nodes }: BlockTree): LeafText | null {
  return nodes.kind(0) === FRONT_MATTER ? bodyText(body, nodes.start(0), nodes.end(0)) : null;
}

function* tableCells(tree: BlockTree, node: number): Generator<LeafText> {
  const table = nodeText(tree, node);
  const { text } = table;
  const marks = new LinkMarks(text);
  for (let from = 0; from < text.length; ) {
    const feed = text.indexOf('\n', from);
    const to = feed === -1 ? text.length : feed;
    const found: LeafText[] = [];
    if (marks.isIn(from, to)) {
      eachCell(text, from, to, (start, end) => {
        if (marks.isIn(start, end)) found.push(cellText(tree.body, text, start, end, table.toBody(start) - start));
      });
    }
    yield* found;
    from = to + 1;
  }
}

/** Returns the text of a table cell, located in the body at `shift`. The backslash of an escaped pipe is left out. */
function cellText(body: string, text: string, start: number, end: number, shift: number): LeafText {
  let backslash = nextEscape(text, start, end);
  if (backslash === end) return bodyText(body, start + shift, end + shift);
  const pieces = new Pieces(body);
  let from = start;
  while (backslash < end) {
    pieces.add(from + shift, backslash + shift, '');
    from = backslash + 1;
    backslash = nextEscape(text, from, end);
  }
  pieces.add(from + shift, end + shift, '');
  return pieces;
}

function nextEscape(text: string, from: number, end: number): number {
  const found = text.slice(from, end).indexOf(ESCAPED_PIPE);
  return found === -1 ? end : from + found;
}
