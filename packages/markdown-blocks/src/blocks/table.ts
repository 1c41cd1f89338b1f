import { blanksStart, skipBlanks } from '../blanks.js';
import type { BlockBuilder } from './block-builder.js';
import { TABLE } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * table     = header, delimiters, { row } ;   header and row = line of cells between "|", as many as there are delimiters ;
 * delimiter = [ ":" ], "-", { "-" }, [ ":" ] ;
 *
 * The header is the last line of a paragraph. An escaped pipe is text of its cell. A blank line, or one that starts
 * another block, ends the table.
 */

const PIPE = 0x7c;
const BACKSLASH = 0x5c;
const DELIMITER = /^:?-+:?$/;
/** Characters of a delimiter row: a quick test before the full one. */
const DELIMITERS = /^[|\-:\t ]*$/;

export function startTable(builder: BlockBuilder) {
  if (!builder.inParagraph) return NO_START;
  const { body, text, end } = builder.line;
  const delimiters = countDelimiters(body.slice(text, end));
  if (delimiters === 0 || delimiters !== countCells(body, builder.lastLineStart, builder.lastLineEnd)) return NO_START;
  builder.splitLeaf(TABLE);
  builder.addLine(text);
  return LEAF;
}

/** Returns the number of cells of a delimiter row; 0 when `row` is not one. */
function countDelimiters(row: string): number {
  if (!DELIMITERS.test(row)) return 0;
  let count = 0;
  let valid = true;
  eachCell(row, 0, row.length, (start, end) => {
    count++;
    valid &&= DELIMITER.test(row.slice(start, end));
  });
  return valid ? count : 0;
}

function countCells(text: string, from: number, to: number): number {
  let count = 0;
  eachCell(text, from, to, () => {
    count++;
  });
  return count;
}

/**
 * Calls `visit` with the offsets of each cell of a row, without surrounding white space. A row can hold millions of
 * cells.
 */
export function eachCell(text: string, from: number, to: number, visit: (start: number, end: number) => void): void {
  const [start, end] = trim(text, from, to);
  let at = text.charCodeAt(start) === PIPE ? start + 1 : start;
  while (at < end) {
    const pipe = nextPipe(text, at, end);
    visit(...trim(text, at, pipe));
    at = pipe + 1;
  }
}

function nextPipe(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== PIPE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return Math.min(at, to);
}

function trim(text: string, from: number, to: number): [start: number, end: number] {
  const start = skipBlanks(text, from, to);
  return [start, blanksStart(text, start, to)];
}
