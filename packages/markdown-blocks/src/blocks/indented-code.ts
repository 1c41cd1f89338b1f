import { INDENTED_CODE, PARAGRAPH } from './node-table.js';
import type { BlockParser } from './parser.js';
import { LEAF, NO_START } from './start.js';

/*
 * indented code = lines indented by four columns, blank ones between them ;   it ends no paragraph.
 */

const CODE_INDENT = 4;

export function startIndentedCode(parser: BlockParser) {
  if (parser.leafKind === PARAGRAPH) return NO_START;
  parser.openLeaf(INDENTED_CODE, parser.line.at, readLine);
  return LEAF;
}

function readLine(parser: BlockParser): boolean {
  const { line } = parser;
  if (line.isBlank) return true;
  if (line.indent < CODE_INDENT) return false;
  parser.addLine(line.at);
  return true;
}
