import { isBlank } from '../units.js';
import { THEMATIC_BREAK } from './node-table.js';
import type { BlockParser } from './parser.js';
import { LEAF, NO_START } from './start.js';

/*
 * thematic break = three or more of one of "*", "-", "_", white space anywhere between them ;
 */

const MARKS = 3;

export function startThematicBreak(parser: BlockParser) {
  const { body, text, end } = parser.line;
  const mark = body.charCodeAt(text);
  let marks = 0;
  for (let at = text; at < end; at++) {
    const unit = body.charCodeAt(at);
    if (unit === mark) marks++;
    else if (!isBlank(unit)) return NO_START;
  }
  if (marks < MARKS) return NO_START;
  parser.openLeaf(THEMATIC_BREAK, text);
  parser.closeLeaf();
  return LEAF;
}
