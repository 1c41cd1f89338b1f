import { isBlank } from '../units.js';
import { TABLE } from './node-table.js';
import type { BlockParser } from './parser.js';
import { LEAF, NO_START } from './starts.js';

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
/** What a delimiter row is made of, before it is looked at closely. */
const DELIMITERS = /^[|\-:\t ]*$/;

export function startTable(parser: BlockParser) {
  if (!parser.inParagraph) return NO_START;
  const { body, text, end } = parser.line;
  const row = body.slice(text, end);
  if (!DELIMITERS.test(row)) return NO_START;
  const delimiters = cells(row, 0, row.length);
  if (!delimiters.every(({ start, end }) => DELIMITER.test(row.slice(start, end)))) return NO_START;
  const header = cells(body, parser.lastLineStart, parser.lastLineEnd);
  if (header.length !== delimiters.length) return NO_START;
  parser.splitLeaf(TABLE);
  parser.addLine(text);
  return LEAF;
}

/** The cells of a row, white space around them left out. */
export function cells(text: string, from: number, to: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let [at, end] = trim(text, from, to);
  if (text.charCodeAt(at) === PIPE) at++;
  while (at < end) {
    const pipe = nextPipe(text, at, end);
    const [start, behind] = trim(text, at, pipe);
    found.push({ start, end: behind });
    at = pipe + 1;
  }
  return found;
}

function nextPipe(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== PIPE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return Math.min(at, to);
}

function trim(text: string, from: number, to: number): [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return [start, end];
}
