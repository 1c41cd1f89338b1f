import type { TreeCursor } from '@lezer/common';
import { element, type SafeElement, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';

type Blocks = (cursor: TreeCursor, context: Context) => SafeNode[];

const CALLOUT = /^>[ \t]*\[!([A-Za-z]{1,32})\]([+-]?)[ \t]*([^\n]*)/;
export const calloutKinds = [
  ...(['note', 'tip', 'important', 'warning', 'caution'] as const),
  ...(['danger', 'info', 'question', 'quote', 'todo'] as const),
] as const;
export type CalloutKind = (typeof calloutKinds)[number];
const kinds: ReadonlySet<string> = new Set(calloutKinds);

/** `> [!kind] Title`: a quote with a name; with + or - behind the kind it opens and closes. */
export function calloutNode(cursor: TreeCursor, context: Context, blocks: Blocks): SafeNode | undefined {
  const start = context.source.slice(cursor.from, Math.min(cursor.to, cursor.from + 1_024));
  const found = CALLOUT.exec(start);
  if (found === null) return undefined;
  const [, written = '', fold, title = ''] = found;
  const kind = written.toLowerCase();
  const name = title.trim() === '' ? element('span', [kind], { 'data-part': 'callout-kind' }) : title.trim();
  const children = withoutFirstLine(blocks(cursor, context));
  const attributes = { class: `callout callout-${kinds.has(kind) ? kind : 'note'}` };
  if (fold === '')
    return element('section', [element('p', [name], { class: 'callout-title' }), ...children], attributes);
  return element('details', [element('summary', [name]), ...children], attributes);
}

/** The first line names the callout. */
function withoutFirstLine(nodes: SafeNode[]): SafeNode[] {
  const [first, ...rest] = nodes;
  if (first === undefined || typeof first === 'string') return rest;
  const children = behindLine(first);
  return children.length === 0 ? rest : [{ ...first, children }, ...rest];
}

function behindLine({ children }: SafeElement): readonly SafeNode[] {
  const end = children.findIndex((child) => typeof child === 'string' && child.includes('\n'));
  if (end === -1) return [];
  const text = children[end] as string;
  return [text.slice(text.indexOf('\n') + 1), ...children.slice(end + 1)];
}
