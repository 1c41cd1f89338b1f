import type { BlockBuilder } from './block-builder.js';
import { QUOTE } from './node-table.js';
import { CONTAINER, NO_START } from './start.js';

export function startQuote(builder: BlockBuilder) {
  if (!builder.openContainer(QUOTE, 1)) return NO_START;
  builder.line.takeColumns(1);
  return CONTAINER;
}
