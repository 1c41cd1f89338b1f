import { blanksStart } from '../blanks.js';
import type { Line } from './line.js';
import { MATH } from './node-table.js';
import type { BlockParser } from './parser.js';
import { LEAF, NO_START } from './start.js';

/*
 * math = "$$", text, "$$" ;   "$$" starts the first line and ends the last one, with none between ;
 *
 * Without a closing mark anywhere behind it, "$$" is text.
 */

const MARK = '$$';
const LINE_END = /[ \t]*\r?(?![^\n])/y;

export function startMath(parser: BlockParser) {
  const { line } = parser;
  if (!line.body.startsWith(MARK, line.text)) return NO_START;
  const first = line.body.slice(line.text + MARK.length, line.end);
  const closes = closesMath(line, line.text + MARK.length);
  if (first.slice(0, first.trimEnd().length - (closes ? MARK.length : 0)).includes(MARK)) return NO_START;
  if (!closes && parser.lastMathEnd < line.end) return NO_START;
  parser.openLeaf(MATH, line.text, readLine);
  if (closes) parser.closeLeaf();
  return LEAF;
}

function readLine(parser: BlockParser): boolean {
  const { line } = parser;
  parser.addLine(line.at);
  if (closesMath(line, line.at)) parser.closeLeaf();
  return true;
}

function closesMath(line: Line, from: number): boolean {
  const start = blanksStart(line.body, from, line.end) - MARK.length;
  return start >= from && line.body.startsWith(MARK, start);
}

/** Returns the offset of the last "$$" of `body` that ends a line, or -1. */
export function lastMathEnd(body: string): number {
  let at = body.lastIndexOf(MARK);
  while (at !== -1 && !endsLine(body, at + MARK.length)) at = at === 0 ? -1 : body.lastIndexOf(MARK, at - 1);
  return at;
}

function endsLine(body: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(body);
}
