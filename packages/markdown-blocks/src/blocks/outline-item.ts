import { TAB } from '../units.js';
import { isBullet, startListItem } from './list-item.js';
import { HEADING } from './node-table.js';
import type { BlockParser } from './parser.js';
import { CONTAINER, NO_START } from './start.js';

/*
 * outline item = tab, list item ;   directly under a heading, or under such an item. CommonMark reads code there.
 */

const NEXT_LINE = /^[ \t]*\r?\n$/;

export function startOutlineItem(parser: BlockParser) {
  const { body, line, containers } = parser;
  if (body.charCodeAt(line.at) !== TAB || !isBullet(line.unit)) return NO_START;
  if (!(containers.areMatched ? isUnderHeading(parser) : containers.leavesOutline)) return NO_START;
  if (startListItem(parser) !== CONTAINER) return NO_START;
  containers.markOutlined();
  return CONTAINER;
}

function isUnderHeading({ body, line, nodes, containers }: BlockParser): boolean {
  const last = nodes.length - 1;
  if (last < 0 || nodes.kind(last) !== HEADING || nodes.depth(last) !== containers.depth) return false;
  return NEXT_LINE.test(body.slice(nodes.end(last), line.start));
}
