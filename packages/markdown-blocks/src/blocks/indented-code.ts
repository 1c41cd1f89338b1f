import type { BlockBuilder } from './block-builder.js';
import { INDENTED_CODE, PARAGRAPH } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * indented code = lines indented by four columns, blank ones between them ;   it ends no paragraph.
 */

const CODE_INDENT = 4;

export function startIndentedCode(builder: BlockBuilder) {
  if (builder.leafKind === PARAGRAPH) return NO_START;
  builder.openLeaf(INDENTED_CODE, builder.line.at, readLine);
  return LEAF;
}

function readLine(builder: BlockBuilder): boolean {
  const { line } = builder;
  if (line.isBlank) return true;
  if (line.indent < CODE_INDENT) return false;
  builder.addLine(line.at);
  return true;
}
