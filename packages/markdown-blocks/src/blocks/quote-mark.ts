import type { Line } from './line.js';

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
