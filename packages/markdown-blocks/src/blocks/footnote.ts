import { isBlank } from '../units.js';
import type { BlockBuilder } from './block-builder.js';
import type { Line } from './line.js';
import { FOOTNOTE } from './node-table.js';
import { CONTAINER, NO_START } from './start.js';

/*
 * footnote = "[^", label, "]:" ;   label = character, { character }, none of them white space or a bracket ;
 *
 * Continuation lines are indented by four columns.
 */

const CARET = 0x5e;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COLON = 0x3a;
const WIDTH = 4;

export function startFootnote(builder: BlockBuilder) {
  const units = markLength(builder.line);
  if (units === 0 || !builder.openContainer(FOOTNOTE, units, WIDTH)) return NO_START;
  builder.line.takeColumns(builder.line.indent);
  return CONTAINER;
}

function markLength(line: Line): number {
  const { body, text, end } = line;
  if (body.charCodeAt(text + 1) !== CARET) return 0;
  let at = text + 2;
  while (at < end && isLabelUnit(body.charCodeAt(at))) at++;
  const closed = at > text + 2 && at + 1 < end && body.charCodeAt(at) === CLOSE && body.charCodeAt(at + 1) === COLON;
  return closed ? at + 2 - text : 0;
}

function isLabelUnit(unit: number): boolean {
  return unit !== OPEN && unit !== CLOSE && !isBlank(unit);
}
