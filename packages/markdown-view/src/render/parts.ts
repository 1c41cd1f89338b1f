import { element, type SafeElement, type SafeNode } from '../nodes.js';

/** A block, or a part of one. */
export interface Part {
  readonly node: SafeNode;
  /** Lines of the block that are before it. */
  readonly line: number;
}

/** What a part is put together of. */
interface Unit extends Part {
  readonly size: number;
}

/** How much of a block the page builds and lays out at a stretch; characters, marks among them. */
const LARGEST = 20_000;
const WORDS = /[^ \n]*[ \n]|[^ \n]+/g;
/** The lines of a table before its rows. */
const HEAD_LINES = 2;

/**
 * A block as blocks that look like one, since the page lays a block out in one go: lists between their items, paragraphs
 * between words, tables between rows, each with the head. Other blocks stay whole.
 */
export function partsOf(block: SafeNode): Part[] {
  const split = typeof block === 'string' ? undefined : splitters[block.tag];
  return split === undefined || sizeOf(block) <= LARGEST ? [{ node: block, line: 0 }] : split(block as SafeElement);
}

const splitters: { readonly [Tag in SafeElement['tag']]?: (block: SafeElement) => Part[] } = {
  p: paragraphs,
  ul: lists,
  ol: lists,
  table: tables,
};

const sizeOf = (node: SafeNode): number => JSON.stringify(node).length;

function paragraphs({ children, attributes }: SafeElement): Part[] {
  const pieces = children.flatMap<SafeNode>((child) =>
    typeof child === 'string' ? (child.match(WORDS) ?? []) : [child],
  );
  const units = placed(pieces, 0, linesIn);
  return grouped(units).map(({ nodes, line, isLast, isFirst }) => ({
    node: element('p', joined(nodes), { ...(isFirst && attributes), ...goesOn(isLast) }),
    line,
  }));
}

function lists({ tag, children, attributes }: SafeElement): Part[] {
  const units = children.map((node) => ({ node, line: lineOf(node), size: sizeOf(node) }));
  const start = Number(attributes.start ?? 1);
  return grouped(units).map(({ nodes, line, isLast, at }) => {
    const number = tag === 'ol' && start + at !== 1 ? { start: String(start + at) } : {};
    const items = nodes.map((node) => movedUp(node, line));
    return { node: element(tag, items, { ...number, ...goesOn(isLast) }), line };
  });
}

function tables(table: SafeElement): Part[] {
  const [head, body] = table.children;
  if (typeof body !== 'object') return [{ node: table, line: 0 }];
  const units = placed(body.children, HEAD_LINES, () => 1);
  return grouped(units).map(({ nodes, line, isLast, isFirst }) => ({
    node: element('table', [head as SafeNode, element('tbody', nodes)], goesOn(isLast)),
    line: isFirst ? 0 : line,
  }));
}

/** Nothing stands between a part and the next. */
const goesOn = (isLast: boolean) => (isLast ? {} : { class: 'goes-on' });

function placed(nodes: readonly SafeNode[], first: number, lines: (node: SafeNode) => number): Unit[] {
  let line = first;
  return nodes.map((node) => {
    const unit = { node, line, size: typeof node === 'string' ? node.length : sizeOf(node) };
    line += lines(node);
    return unit;
  });
}

interface Group {
  readonly nodes: SafeNode[];
  readonly line: number;
  /** Which unit it begins with. */
  readonly at: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function grouped(units: readonly Unit[]): Group[] {
  const starts: number[] = [];
  let size = LARGEST;
  for (const [index, unit] of units.entries()) {
    if (size + unit.size > LARGEST) {
      starts.push(index);
      size = 0;
    }
    size += unit.size;
  }
  return starts.map((at, index) => ({
    nodes: units.slice(at, starts[index + 1]).map(({ node }) => node),
    line: (units[at] as Unit).line,
    at,
    isFirst: index === 0,
    isLast: index === starts.length - 1,
  }));
}

/** Line ends in what is shown; those within code are blanks there. */
function linesIn(node: SafeNode): number {
  if (typeof node === 'string') return node.split('\n').length - 1;
  return node.children.reduce((lines, child) => lines + linesIn(child), node.tag === 'br' ? 1 : 0);
}

/** Texts that stand side by side as one. */
function joined(nodes: readonly SafeNode[]): SafeNode[] {
  const whole: SafeNode[] = [];
  for (const node of nodes) {
    if (typeof node === 'string' && typeof whole.at(-1) === 'string') whole.push(`${whole.pop()}${node}`);
    else whole.push(node);
  }
  return whole;
}

const lineOf = (node: SafeNode) => (typeof node === 'string' ? 0 : Number(node.attributes['data-line'] ?? 0));

/** With its lines counted from one that is so many below. */
function movedUp(node: SafeNode, lines: number): SafeNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const line = attributes['data-line'];
  const moved = line === undefined ? attributes : { ...attributes, 'data-line': String(Number(line) - lines) };
  return element(
    tag,
    children.map((child) => movedUp(child, lines)),
    moved,
  );
}
