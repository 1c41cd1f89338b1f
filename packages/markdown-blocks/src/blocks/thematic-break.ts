import { isBlank } from '../units.js';
import type { BlockBuilder } from './block-builder.js';
import { THEMATIC_BREAK } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * thematic break = three or more of one of "*", "-", "_", white space anywhere between them ;
 */

const MARKS = 3;

export function startThematicBreak(builder: BlockBuilder) {
  const { body, text, end } = builder.line;
  const mark = body.charCodeAt(text);
  let marks = 0;
  for (let at = text; at < end; at++) {
    const unit = body.charCodeAt(at);
    if (unit === mark) marks++;
    else if (!isBlank(unit)) return NO_START;
  }
  if (marks < MARKS) return NO_START;
  builder.openLeaf(THEMATIC_BREAK, text);
  builder.closeLeaf();
  return LEAF;
}
