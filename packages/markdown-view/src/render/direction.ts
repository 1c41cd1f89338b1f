import { type Attributes, element, type SafeNode, type Tag } from '../nodes.js';

/** Blocks that take the direction of their text. */
const DIRECTED: ReadonlySet<Tag> = new Set<Tag>([
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'th', 'td', 'dt', 'dd', 'summary', 'caption'] as const),
  ...(['blockquote', 'section', 'details', 'table', 'figcaption'] as const),
]);
/** Code reads from left to right in every language. */
const CODE: ReadonlySet<Tag> = new Set<Tag>(['code', 'pre']);
/**
 * Matches letters and directional marks: the strong characters of UAX #9 that determine the direction of a paragraph.
 */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Direction = 'ltr' | 'rtl';

/** Returns the direction of the first strong character outside code; undefined where there is none. */
export function firstDirection(nodes: readonly SafeNode[]): Direction | undefined {
  for (const node of nodes) {
    const found = typeof node === 'string' ? textDirection(node) : CODE.has(node.tag) ? undefined : inElement(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

const inElement = ({ children }: Exclude<SafeNode, string>) => firstDirection(children);

/** Returns the direction of the first strong character of a text; undefined where there is none. */
export function textDirection(text: string): Direction | undefined {
  const strong = STRONG.exec(text)?.[0];
  if (strong === undefined) return undefined;
  return RIGHT_TO_LEFT.test(strong) ? 'rtl' : 'ltr';
}

/** Returns true when the text has a character of a right-to-left script. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * Returns the node with a `dir` on each block of text. `auto` ignores descendants that have a `dir` of their own, so a
 * block around other blocks gets an explicit direction where it is not left to right.
 */
export function addDirections(node: SafeNode): SafeNode {
  return typeof node === 'string' ? node : addDirection(node).node;
}

interface Directed {
  readonly node: SafeNode;
  readonly first: Direction | undefined;
  readonly hasDirected: boolean;
}

function addDirection(node: SafeNode): Directed {
  if (typeof node === 'string') return { node, first: textDirection(node), hasDirected: false };
  const { tag, attributes } = node;
  if (CODE.has(tag)) return { node: withDirection(node, node.children, 'ltr'), first: undefined, hasDirected: false };
  const children: SafeNode[] = [];
  let first: Direction | undefined;
  let hasDirected = false;
  for (const child of node.children) {
    const made = addDirection(child);
    children.push(made.node);
    first ??= made.first;
    hasDirected ||= made.hasDirected;
  }
  if (!DIRECTED.has(tag)) return { node: element(tag, children, attributes), first, hasDirected };
  const direction = hasDirected && first === 'rtl' ? 'rtl' : 'auto';
  return { node: withDirection(node, children, direction), first, hasDirected: true };
}

function withDirection(
  { tag, attributes }: { readonly tag: Tag; readonly attributes: Attributes },
  children: readonly SafeNode[],
  dir: Direction | 'auto',
): SafeNode {
  return element(tag, children, { dir, ...attributes });
}
