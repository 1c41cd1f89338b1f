import { blanksStart } from '../blanks.js';
import type { BlockBuilder } from './block-builder.js';
import type { Line } from './line.js';
import { MATH_MARK } from './math-end.js';
import { MATH } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * math = "$$", text, "$$" ;   "$$" starts the first line and ends the last one, with none between ;
 *
 * Without a closing mark anywhere behind it, "$$" is text.
 */

export function startMath(builder: BlockBuilder) {
  const { line } = builder;
  if (!line.body.startsWith(MATH_MARK, line.text)) return NO_START;
  const first = line.body.slice(line.text + MATH_MARK.length, line.end);
  const closes = closesMath(line, line.text + MATH_MARK.length);
  if (first.slice(0, first.trimEnd().length - (closes ? MATH_MARK.length : 0)).includes(MATH_MARK)) return NO_START;
  if (!closes && builder.lastMathEnd < line.end) return NO_START;
  builder.openLeaf(MATH, line.text, readLine);
  if (closes) builder.closeLeaf();
  return LEAF;
}

function readLine(builder: BlockBuilder): boolean {
  const { line } = builder;
  builder.addLine(line.at);
  if (closesMath(line, line.at)) builder.closeLeaf();
  return true;
}

function closesMath(line: Line, from: number): boolean {
  const start = blanksStart(line.body, from, line.end) - MATH_MARK.length;
  return start >= from && line.body.startsWith(MATH_MARK, start);
}
