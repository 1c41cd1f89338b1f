import { INDENTED_CODE, PARAGRAPH } from './node-table.js';
import type { BlockParser } from './parser.js';

/*
 * indented code = lines indented by four columns, blank ones between them ;   it ends no paragraph.
 */

const CODE_INDENT = 4;

export function startIndentedCode(parser: BlockParser): boolean {
  if (parser.leafKind === PARAGRAPH) return false;
  parser.openLeaf(INDENTED_CODE, parser.line.at, readLine);
  return true;
}

function readLine(parser: BlockParser): boolean {
  const { line } = parser;
  if (line.isBlank) return true;
  if (line.indent < CODE_INDENT) return false;
  parser.addLine(line.at);
  return true;
}
