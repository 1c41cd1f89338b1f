import type { TreeCursor } from '@lezer/common';
import { type Attributes, element, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';

type Blocks = (cursor: TreeCursor, context: Context) => SafeNode[];

const CALLOUT = /^>[ \t]*\[!([A-Za-z]{1,32})\]([+-]?)/;
const MARKER = /^\[![A-Za-z]{1,32}\][+-]?[ \t]*/;
const TITLED: ReadonlySet<string> = new Set(['p', 'h1', 'h2']);
export const calloutKinds = [
  ...(['note', 'tip', 'important', 'warning', 'caution'] as const),
  ...(['danger', 'info', 'question', 'quote', 'todo'] as const),
] as const;
export type CalloutKind = (typeof calloutKinds)[number];
const kinds: ReadonlySet<string> = new Set(calloutKinds);

/**
 * Renders a quote. `> [!kind] Title` makes it a callout with the rest of its first line, read as Markdown, as its
 * title; + or - behind the kind makes it collapsible.
 */
export function quoteNode(cursor: TreeCursor, context: Context, blocks: Blocks): SafeNode {
  const start = context.source.slice(cursor.from, Math.min(cursor.to, cursor.from + 64));
  const [, written = '', fold] = CALLOUT.exec(start) ?? [];
  const nodes = blocks(cursor, context);
  const opened = written === '' ? undefined : splitTitle(nodes);
  if (opened === undefined) return element('blockquote', nodes);
  const kind = written.toLowerCase();
  const title = opened.title.length === 0 ? [element('span', [kind], { 'data-part': 'callout-kind' })] : opened.title;
  const attributes = { class: `callout callout-${kinds.has(kind) ? kind : 'note'}` };
  if (fold === '')
    return element(
      'section',
      [element('p', title, { ...opened.anchor, class: 'callout-title' }), ...opened.rest],
      attributes,
    );
  return element('details', [element('summary', title, opened.anchor), ...opened.rest], attributes);
}

interface OpenedCallout {
  readonly title: readonly SafeNode[];
  /** Anchor of a paragraph that is nothing but the title. */
  readonly anchor: Attributes;
  readonly rest: readonly SafeNode[];
}

/**
 * Splits the blocks of a callout behind the first line. An element that continues on the second line is part of the
 * title as a whole, so that a link is not split.
 *
 * @returns undefined where the first line does not begin with the kind as text: `[!note](address)` is a link
 */
function splitTitle([first, ...others]: readonly SafeNode[]): OpenedCallout | undefined {
  if (first === undefined || typeof first === 'string' || !TITLED.has(first.tag)) return undefined;
  const [start, ...more] = first.children;
  if (typeof start !== 'string' || !MARKER.test(start)) return undefined;
  const children = [start.replace(MARKER, ''), ...more];
  const end = children.findIndex(endsLine);
  const last = children[end];
  const { 'data-anchor': marker } = first.attributes;
  const anchor = marker === undefined ? {} : { 'data-anchor': marker };
  if (last === undefined) return { title: withoutBlanks(children), anchor, rest: others };
  const [before, behind] = typeof last === 'string' ? splitLine(last) : ['', ''];
  const body = withoutBlanks([behind, ...children.slice(end + 1)]);
  const title = withoutBlanks([...children.slice(0, end), before]);
  if (body.length === 0) return { title, anchor, rest: others };
  return { title, anchor: {}, rest: [{ ...first, children: body }, ...others] };
}

const endsLine = (node: SafeNode) => (typeof node === 'string' ? node.includes('\n') : node.tag === 'br');

function splitLine(text: string): [string, string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Removes blanks at the start and at the end, and empty texts. */
function withoutBlanks(nodes: readonly SafeNode[]): SafeNode[] {
  const trimmed = nodes.map((node, n) => {
    if (typeof node !== 'string') return node;
    const begun = n === 0 ? node.trimStart() : node;
    return n === nodes.length - 1 ? begun.trimEnd() : begun;
  });
  return trimmed.filter((node) => node !== '');
}
