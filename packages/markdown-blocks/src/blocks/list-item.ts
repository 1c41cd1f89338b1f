import { skipBlanks } from '../blanks.js';
import { isBlank } from '../units.js';
import type { BlockBuilder } from './block-builder.js';
import type { Line } from './line.js';
import { LIST_ITEM } from './node-table.js';
import { CONTAINER, NO_START } from './start.js';

/*
 * list item = ( "-" | "+" | "*" | digits, ( "." | ")" ) ), ( white space, text | end of line ) ;
 * digits    = 1 to 9 of "0" to "9" ;
 *
 * Following lines belong to the item when they are indented as far as the text behind the mark. Text of five columns or
 * more behind the mark is indented code. Only an item with text ends a paragraph, and a numbered one only with number 1.
 */

const BULLETS = '-+*';
const DOT = 0x2e;
const PARENTHESIS = 0x29;
const MAX_DIGITS = 9;
const CODE_COLUMNS = 5;

export function startListItem(builder: BlockBuilder) {
  const { line } = builder;
  const units = markLength(line);
  if (units === 0 || (builder.inParagraph && !endsParagraph(line, units))) return NO_START;
  const { indent } = line;
  if (!builder.openContainer(LIST_ITEM, units, indent + units + 1)) return NO_START;
  const gap = line.indent;
  if (line.isBlank || gap >= CODE_COLUMNS) line.takeColumns(1);
  else {
    builder.containers.widen(gap - 1);
    line.takeColumns(gap);
  }
  return CONTAINER;
}

export function isBullet(unit: number): boolean {
  return BULLETS.includes(String.fromCharCode(unit));
}

/** Returns the length of the mark at the line's text in units, 0 when there is none. */
function markLength(line: Line): number {
  const { body, text, end } = line;
  let at = text;
  while (at < end && at - text <= MAX_DIGITS && isDigit(body.charCodeAt(at))) at++;
  if (at > text) {
    const mark = body.charCodeAt(at);
    if (at - text > MAX_DIGITS || (mark !== DOT && mark !== PARENTHESIS)) return 0;
  }
  at++;
  return at >= end || isBlank(body.charCodeAt(at)) ? at - text : 0;
}

function endsParagraph(line: Line, units: number): boolean {
  const { body, text, end } = line;
  if (units > 1 && Number(body.slice(text, text + units - 1)) !== 1) return false;
  return skipBlanks(body, text + units, end) < end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
