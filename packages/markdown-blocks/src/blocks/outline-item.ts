import { TAB } from '../units.js';
import type { BlockBuilder } from './block-builder.js';
import { isBullet, startListItem } from './list-item.js';
import { HEADING } from './node-table.js';
import { CONTAINER, NO_START } from './start.js';

/*
 * outline item = tab, list item ;   directly under a heading, or under such an item. CommonMark reads code there.
 */

const NEXT_LINE = /^[ \t]*\r?\n$/;

export function startOutlineItem(builder: BlockBuilder) {
  const { body, line, containers } = builder;
  if (body.charCodeAt(line.at) !== TAB || !isBullet(line.unit)) return NO_START;
  if (!(containers.areMatched ? isUnderHeading(builder) : containers.leavesOutline)) return NO_START;
  if (startListItem(builder) !== CONTAINER) return NO_START;
  containers.markOutlined();
  return CONTAINER;
}

function isUnderHeading({ body, line, nodes, containers }: BlockBuilder): boolean {
  const last = nodes.length - 1;
  if (last < 0 || nodes.kind(last) !== HEADING || nodes.depth(last) !== containers.depth) return false;
  return NEXT_LINE.test(body.slice(nodes.end(last), line.start));
}
