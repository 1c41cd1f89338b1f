import type { Line } from './line.js';
import { QUOTE } from './node-table.js';
import type { BlockParser } from './parser.js';
import { CONTAINER, NO_START } from './start.js';

/*
 * quote mark = [ up to three columns of white space ], ">", [ space | tab ] ;
 */

const GREATER = 0x3e;

export function isQuoteMark(line: Line): boolean {
  return !line.isBlank && line.unit === GREATER && line.indent < 4;
}

export function takeQuoteMark(line: Line): void {
  line.takeText(1);
  line.takeColumns(1);
}

export function startQuote(parser: BlockParser) {
  if (!parser.openContainer(QUOTE, 1)) return NO_START;
  parser.line.takeColumns(1);
  return CONTAINER;
}
