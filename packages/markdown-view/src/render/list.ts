import type { TreeCursor } from '@lezer/common';
import { element, type SafeElement, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';
import { eachChild } from './walk.js';

type Blocks = (cursor: TreeCursor, context: Context) => SafeNode[];

const BLANK_LINE = /\n[ \t>]*\n/;
const LIST = /^(?:BulletList|OrderedList|ListItem)$/;

/** Renders a list. In a tight list, paragraphs are bare text. */
export function listNode(cursor: TreeCursor, context: Context, blocks: Blocks): SafeNode {
  const isLoose = hasGaps(cursor, context);
  const items: SafeNode[] = [];
  eachChild(cursor, (child) => {
    if (child.name === 'ListItem' && child.to > context.hiddenTo) items.push(itemNode(child, context, isLoose, blocks));
  });
  if (cursor.name === 'BulletList') return element('ul', items);
  const start = Number.parseInt(context.source.slice(cursor.from, cursor.from + 9), 10);
  return element('ol', items, start === 1 ? {} : { start: String(start) });
}

/** Returns true when a blank line separates two items, or two blocks of one item. */
function hasGaps(cursor: TreeCursor, { source }: Context): boolean {
  let found = false;
  const look = (parent: TreeCursor, deeper: boolean) => {
    let end = -1;
    eachChild(parent, (child) => {
      if (child.name === 'ListMark' || child.name === 'QuoteMark') return;
      found ||= end !== -1 && BLANK_LINE.test(source.slice(end, child.from));
      end = getContentEnd(child);
      if (deeper) look(child, false);
    });
  };
  look(cursor, true);
  return found;
}

/** Returns the end of a block; that of a list is the end of its last item's text, before the marks of quotes around it. */
function getContentEnd(cursor: TreeCursor): number {
  const { to } = cursor;
  if (!LIST.test(cursor.name) || !cursor.lastChild()) return to;
  while (cursor.name === 'QuoteMark' && cursor.prevSibling());
  const end = getContentEnd(cursor);
  cursor.parent();
  return end;
}

function itemNode(cursor: TreeCursor, context: Context, isLoose: boolean, blocks: Blocks): SafeNode {
  const children = blocks(cursor, context);
  const shown = isLoose ? children : children.flatMap((child) => bare(child));
  const box = createTaskBox(cursor, context);
  const line = { 'data-line': String(context.lineAt(cursor.from) - context.blockLine) };
  const anchor = children.flatMap((child) => listAnchors(child)).slice(0, 1);
  const place = anchor[0] === undefined ? line : { ...line, 'data-anchor': anchor[0] };
  if (box === undefined) return element('li', shown, place);
  return element('li', withBox(box, shown), { ...place, class: 'prose-task' });
}

/** Puts the box of a task before its text, within the paragraph of a loose list. */
function withBox(box: SafeNode, [first, ...others]: readonly SafeNode[]): SafeNode[] {
  if (first === undefined || !isParagraph(first)) return first === undefined ? [box] : [box, first, ...others];
  return [{ ...first, children: [box, ...first.children] }, ...others];
}

const isParagraph = (node: SafeNode): node is SafeElement => typeof node !== 'string' && node.tag === 'p';

const bare = (node: SafeNode): readonly SafeNode[] => (isParagraph(node) ? node.children : [node]);

const listAnchors = (node: SafeNode): string[] =>
  isParagraph(node) && node.attributes['data-anchor'] !== undefined ? [node.attributes['data-anchor']] : [];

/** Returns the box of a task, from the first Task among the blocks of an item. */
function createTaskBox(cursor: TreeCursor, { source }: Context): SafeNode | undefined {
  let mark: string | undefined;
  eachChild(cursor, (child) => {
    if (child.name === 'Task') mark ??= source[child.from + 1];
  });
  if (mark === undefined) return undefined;
  const attributes = { type: 'checkbox', 'data-part': 'task', disabled: '' };
  return element('input', [], mark === ' ' ? attributes : { ...attributes, checked: '' });
}
