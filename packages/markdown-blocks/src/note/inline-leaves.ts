import { headingText } from '../blocks/heading.js';
import { type LeafText, nodeText, Pieces } from '../blocks/leaf-text.js';
import { HEADING, PARAGRAPH, TABLE } from '../blocks/node-table.js';
import type { BlockTree } from '../blocks/parser.js';
import { cells } from '../blocks/table.js';
import { LinkMarks } from './link-marks.js';

const ESCAPED_PIPE = '\\|';
const DELIMITER_ROW = 1;

/** The pieces of inline Markdown that can hold a link, in document order: paragraphs, headings, cells of tables. */
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

function* tableCells(tree: BlockTree, node: number): Generator<LeafText> {
  const table = nodeText(tree, node);
  const marks = new LinkMarks(table.text);
  let from = 0;
  for (let row = 0; from < table.text.length; row++) {
    const feed = table.text.indexOf('\n', from);
    const to = feed === -1 ? table.text.length : feed;
    if (row !== DELIMITER_ROW && marks.isIn(from, to)) {
      for (const { start, end } of cells(table.text, from, to)) {
        if (start < end) yield cellText(tree.body, table, start, end);
      }
    }
    from = to + 1;
  }
}

/** A cell's text: the backslash of an escaped pipe is no part of it. Rows are pieces of the body. */
function cellText(body: string, table: LeafText, start: number, end: number): LeafText {
  const pieces = new Pieces(body);
  const shift = table.toBody(start) - start;
  let from = start;
  for (;;) {
    const backslash = table.text.indexOf(ESCAPED_PIPE, from);
    const to = backslash === -1 || backslash >= end ? end : backslash;
    pieces.add(from + shift, to + shift, '');
    if (to === end) return pieces;
    from = backslash + 1;
  }
}
