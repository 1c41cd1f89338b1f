import type { TreeCursor } from '@lezer/common';
import { type Attributes, element, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';
import { inlineNodes } from './inline.js';
import { eachChild } from './walk.js';

const sides: Readonly<Record<string, Attributes>> = {
  ':-': { class: 'start' },
  '-:': { class: 'end' },
  '::': { class: 'center' },
};

/** Renders a table: each row has as many cells as its head. */
export function tableNode(cursor: TreeCursor, context: Context): SafeNode {
  let columns: readonly Attributes[] = [];
  let head: SafeNode | undefined;
  const rows: SafeNode[] = [];
  eachChild(cursor, (child) => {
    if (child.name === 'TableDelimiter') columns = alignments(context.source.slice(child.from, child.to));
  });
  eachChild(cursor, (child) => {
    if (child.name === 'TableHeader') head = element('tr', cells(child, context, 'th', columns));
    if (child.name === 'TableRow') rows.push(element('tr', cells(child, context, 'td', columns)));
  });
  const body = rows.length === 0 ? [] : [element('tbody', rows)];
  return element('table', [...(head === undefined ? [] : [element('thead', [head])]), ...body]);
}

const alignments = (row: string): Attributes[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => sides[getSide(cell.trim())] ?? {});

function getSide(cell: string): string {
  const ends = `${cell[0]}${cell.at(-1)}`;
  return cell.length === 1 ? '' : ends;
}

function cells(cursor: TreeCursor, context: Context, tag: 'th' | 'td', columns: readonly Attributes[]): SafeNode[] {
  const texts = cellTexts(cursor, context);
  return columns.map((attributes, index) => element(tag, texts[index] ?? [], attributes));
}

/** Empty cells have no node: they are the gaps between two bars. */
function cellTexts(cursor: TreeCursor, context: Context): (readonly SafeNode[])[] {
  const found: (readonly SafeNode[])[] = [];
  let text: readonly SafeNode[] = [];
  let begun = false;
  eachChild(cursor, (child) => {
    if (child.name === 'TableCell') text = inlineNodes(child, context, 'item');
    else if (child.name === 'TableDelimiter') {
      if (begun || child.from > cursor.from) found.push(text);
      text = [];
    }
    begun = true;
  });
  if (text.length > 0) found.push(text);
  return found;
}
