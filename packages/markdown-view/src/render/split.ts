import { type Attributes, element, type SafeElement, type SafeNode } from '../nodes.js';
import { firstDirection } from './direction.js';

/** Block, or a part of one. */
export interface Part {
  readonly node: SafeNode;
  /** Number of lines of the block before the part. */
  readonly line: number;
}

/** Unit that parts are built from. */
interface Unit extends Part {
  readonly size: number;
}

/** Size of a part that the page lays out at once, in characters, marks among them. */
const MAX_PART_SIZE = 20_000;
const WORDS = /[^ \n]*[ \n]|[^ \n]+/g;
/** Length above which a run without a blank is cut between characters. */
const MAX_WORD_LENGTH = 1_000;
/** Size above which a foldable block is shown open, since it is laid out as a whole. */
const MAX_FOLDABLE_SIZE = 200_000;
/** Size above which code is split into parts and not coloured. */
const MAX_CODE_LENGTH = 50_000;
/** Lines of a table before its rows. */
const HEAD_LINES = 2;

/**
 * Splits a long block into blocks that look like one, since a page lays a block out in one go. Lists are split between
 * items, paragraphs between words, tables between rows (each part with the head), code between lines, quotes and other
 * containers between their blocks. A foldable block that is too long is shown open. Other blocks stay whole.
 */
export function splitBlock(block: SafeNode): Part[] {
  const split = typeof block === 'string' ? undefined : splitters[block.tag];
  return split === undefined || estimateSize(block) <= MAX_PART_SIZE
    ? [{ node: block, line: 0 }]
    : split(block as SafeElement);
}

const splitters: { readonly [Tag in SafeElement['tag']]?: (block: SafeElement) => Part[] } = {
  p: paragraphs,
  ul: lists,
  ol: lists,
  table: tables,
  pre: code,
  blockquote: containers,
  div: containers,
  section: containers,
  details: foldables,
};

/** Estimates the length of the node's JSON without making it. */
function estimateSize(node: SafeNode): number {
  if (typeof node === 'string') return node.length + QUOTES;
  let size = ELEMENT_SIZE;
  for (const name in node.attributes) size += name.length + (node.attributes[name as 'dir'] ?? '').length + 2 * QUOTES;
  for (const child of node.children) size += estimateSize(child);
  return size;
}

const QUOTES = 3;
const ELEMENT_SIZE = '{"tag":"li","attributes":{},"children":[]}'.length;

function paragraphs({ children, attributes }: SafeElement): Part[] {
  const pieces = children.flatMap<SafeNode>((child) => (typeof child === 'string' ? splitWords(child) : [child]));
  const units = toUnits(pieces, 0, countLineEnds);
  // Later parts take the direction of the first word of the paragraph.
  const direction = attributes.dir === undefined ? {} : { dir: firstDirection(children) ?? 'auto' };
  return groupUnits(units).map(({ nodes, line, isLast, isFirst }) => ({
    node: element('p', joinTexts(nodes), { ...(isFirst ? attributes : direction), ...continuationClass(isLast) }),
    line,
  }));
}

const splitWords = (text: string): string[] =>
  (text.match(WORDS) ?? []).flatMap((word) => (word.length <= MAX_WORD_LENGTH ? [word] : cut(word)));

/** Cuts a text into pieces, none of which ends within a surrogate pair. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + MAX_WORD_LENGTH;
    const next = isLowSurrogate(text, end) ? end + 1 : end;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** Splits code; fenced code begins on the line after the first. */
function code(block: SafeElement): Part[] {
  const [inner, ...others] = block.children;
  const isSource = typeof inner === 'string';
  const text = isSource ? inner : inner?.children.length === 1 ? inner.children[0] : undefined;
  const isMarked = block.attributes['data-part'] !== undefined;
  if (others.length > 0 || isMarked || typeof text !== 'string' || (!isSource && text.length <= MAX_CODE_LENGTH))
    return [{ node: block, line: 0 }];
  const lines = text.split(/(?<=\n)/).flatMap((line) => (line.length <= MAX_PART_SIZE ? [line] : cut(line)));
  return groupUnits(toUnits(lines, 0, countLineEnds)).map(({ nodes, line, isLast, isFirst }) => {
    const part = nodes.join('');
    const { class: name } = block.attributes;
    const classes = [name, isLast ? undefined : 'goes-on', isFirst ? undefined : 'goes-before']
      .filter(Boolean)
      .join(' ');
    const child = isSource ? part : element('code', [part], getDirection(inner));
    return { node: element('pre', [child], { ...block.attributes, class: classes }), line };
  });
}

const getDirection = (node: SafeNode | undefined) =>
  typeof node === 'object' && node.attributes.dir !== undefined ? { dir: node.attributes.dir } : {};

/** Splits a container. A block in it begins on the line of its first item, or on one counted by the text before it. */
function containers({ tag, children, attributes }: SafeElement): Part[] {
  if (attributes['data-part'] !== undefined) return [{ node: element(tag, children, attributes), line: 0 }];
  let counted = 0;
  const units: Unit[] = [];
  for (const child of children) {
    for (const part of splitBlock(child)) {
      // Line numbers of items become those of the whole container again.
      const node = shiftLines(part.node, -part.line);
      units.push({ node, line: findLine(node) ?? counted + part.line, size: estimateSize(node) });
    }
    counted += countLineEnds(child) + 1;
  }
  return groupUnits(units).map(({ nodes, line, isLast }) => ({
    node: element(
      tag,
      nodes.map((node) => shiftLines(node, line)),
      { ...attributes, ...continuationClass(isLast, attributes) },
    ),
    line,
  }));
}

function foldables(details: SafeElement): Part[] {
  if (estimateSize(details) <= MAX_FOLDABLE_SIZE) return [{ node: details, line: 0 }];
  const { open: _, ...attributes } = details.attributes;
  const [first, ...rest] = details.children;
  const isSummary = typeof first === 'object' && first.tag === 'summary';
  const children = isSummary ? [element('p', first.children, first.attributes), ...rest] : details.children;
  return containers(element('div', children, attributes));
}

/** Returns the line of the first item or heading in a node. */
function findLine(node: SafeNode): number | undefined {
  if (typeof node === 'string') return undefined;
  if (node.attributes['data-line'] !== undefined) return getLine(node);
  for (const child of node.children) {
    const line = findLine(child);
    if (line !== undefined) return line;
  }
  return undefined;
}

function lists({ tag, children, attributes }: SafeElement): Part[] {
  const units = children.map((node) => ({ node, line: getLine(node), size: estimateSize(node) }));
  const start = Number(attributes.start ?? 1);
  return groupUnits(units).map(({ nodes, line, isLast, at }) => {
    const number = tag === 'ol' && start + at !== 1 ? { start: String(start + at) } : {};
    const items = nodes.map((node) => shiftLines(node, line));
    return { node: element(tag, items, { ...number, ...continuationClass(isLast) }), line };
  });
}

function tables(table: SafeElement): Part[] {
  const isBody = (node: SafeNode): node is SafeElement =>
    typeof node === 'object' && (node.tag === 'tbody' || node.tag === 'tfoot');
  const head = table.children.filter((node) => !isBody(node));
  const rows = table.children.filter(isBody).flatMap(({ children }) => children);
  const units = toUnits(rows, HEAD_LINES, () => 1);
  return groupUnits(units).map(({ nodes, line, isLast, isFirst }) => ({
    node: element('table', [...head, element('tbody', nodes)], {
      ...table.attributes,
      ...continuationClass(isLast, table.attributes),
    }),
    line: isFirst ? 0 : line,
  }));
}

/** Returns the class of a part that another part follows without a gap. */
const continuationClass = (isLast: boolean, { class: name }: Attributes = {}) =>
  isLast ? {} : { class: name === undefined ? 'goes-on' : `${name} goes-on` };

function toUnits(nodes: readonly SafeNode[], first: number, lines: (node: SafeNode) => number): Unit[] {
  let line = first;
  return nodes.map((node) => {
    const unit = { node, line, size: typeof node === 'string' ? node.length : estimateSize(node) };
    line += lines(node);
    return unit;
  });
}

interface Group {
  readonly nodes: SafeNode[];
  readonly line: number;
  /** Index of the unit that the part begins with. */
  readonly at: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function groupUnits(units: readonly Unit[]): Group[] {
  const starts: number[] = [];
  let size = MAX_PART_SIZE;
  for (const [index, unit] of units.entries()) {
    if (size + unit.size > MAX_PART_SIZE) {
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

/** Counts the line ends in rendered text; those within code spans are blanks there. */
function countLineEnds(node: SafeNode): number {
  if (typeof node === 'string') return node.split('\n').length - 1;
  return node.children.reduce((lines, child) => lines + countLineEnds(child), node.tag === 'br' ? 1 : 0);
}

/** Joins adjacent texts. */
function joinTexts(nodes: readonly SafeNode[]): SafeNode[] {
  const whole: SafeNode[] = [];
  for (const node of nodes) {
    if (typeof node === 'string' && typeof whole.at(-1) === 'string') whole.push(`${whole.pop()}${node}`);
    else whole.push(node);
  }
  return whole;
}

const getLine = (node: SafeNode) => (typeof node === 'string' ? 0 : Number(node.attributes['data-line'] ?? 0));

/** Returns the node with its line numbers reduced by `lines`. */
function shiftLines(node: SafeNode, lines: number): SafeNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const line = attributes['data-line'];
  const moved = line === undefined ? attributes : { ...attributes, 'data-line': String(Number(line) - lines) };
  return element(
    tag,
    children.map((child) => shiftLines(child, lines)),
    moved,
  );
}
