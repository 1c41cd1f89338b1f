import { type Attributes, element, type SafeNode, type Tag } from '../nodes.js';
import { trimBlanks } from '../render/blanks.js';
import { type Content, findElement, type HtmlElement } from './elements.js';

/** Node with the line that it begins on, from 1. */
export interface PlacedNode {
  readonly node: SafeNode;
  readonly line: number;
}

/** Makes the node of an element from its children. */
type MakeNode = (children: readonly SafeNode[]) => SafeNode;

interface Frame {
  /** Name of the HTML element; empty for an element that no tag opened. */
  readonly name: string;
  content: Content;
  readonly family: Content | undefined;
  make: MakeNode;
  /** True when only the children are kept. */
  isSpliced: boolean;
  readonly isEmptyKept: boolean;
  /** True when a later tag closes the element. */
  readonly isMatched: boolean;
  readonly line: number;
  children: PlacedNode[];
}

/** An opening tag, with the node it stands for. */
export interface Opening {
  readonly name: string;
  readonly element: HtmlElement;
  readonly attributes: Attributes;
  readonly isMatched: boolean;
  readonly line: number;
  /** Makes the node, where that is more than an element with its attributes. */
  readonly make?: MakeNode;
}

/** Depth of the nodes being rendered; elements beyond the limit show their content only. */
interface Depth {
  depth: number;
}

const DIVISION: HtmlElement = { tag: 'div', content: 'flow' };

/**
 * Builds the nodes of sibling blocks, or of the text of one block, from Markdown and HTML. Elements are closed by their
 * tag, by the end of the element around them, or by an element that cannot be within them. The root is `flow` for
 * blocks, `item` for a cell, and `text` for text, where tags of blocks show their content only.
 */
export class TreeBuilder {
  readonly #depth: Depth;
  readonly #maxDepth: number;
  readonly #frames: [Frame, ...Frame[]];

  constructor(root: 'flow' | 'item' | 'text', depth: Depth, maxDepth: number) {
    this.#depth = depth;
    this.#maxDepth = maxDepth;
    const make = () => '';
    this.#frames = [
      {
        ...{ name: '', content: root, family: undefined, make, isSpliced: true, isEmptyKept: true, isMatched: true },
        ...{ line: 1, children: [] },
      },
    ];
  }

  /** Line of the outermost open element that becomes a node. */
  get outerLine(): number | undefined {
    return this.#frames.find(({ isSpliced }) => !isSpliced)?.line;
  }

  addText(text: string, line = 0): void {
    const { content } = this.#top;
    const takesBlanks = content === 'text' || content === 'span' || content === 'item';
    if (takesBlanks || text.trim() !== '') this.addInline(text, line);
  }

  /** Adds text, or an element within text. */
  addInline(node: SafeNode, line = 0): void {
    this.#openImplied(line);
    if (this.#top.content === 'flow') this.#pushImplied('p', 'text', line);
    append(this.#top.children, { node, line });
  }

  addBlock(node: SafeNode, line: number): void {
    this.#endText();
    this.#openImplied(line);
    // A heading or summary has the text of a paragraph within it.
    const isText = this.#top.content === 'text' && typeof node !== 'string' && node.tag === 'p';
    const nodes = isText ? node.children : [node];
    for (const one of nodes) append(this.#top.children, { node: one, line });
  }

  /** Adds a horizontal rule between blocks; text has none. */
  addRule(line: number): void {
    if (this.#root.content === 'text') return;
    this.#endText(true);
    if (this.#top.content !== 'text') this.addBlock(element('hr'), line);
  }

  open(opening: Opening): void {
    if (this.#depth.depth >= this.#maxDepth) return;
    if (opening.element.content === 'span') {
      this.#openImplied(opening.line);
      if (this.#top.content === 'flow') this.#pushImplied('p', 'text', opening.line);
      this.#push(opening);
    } else if (this.#root.content !== 'text') this.#openBlock(opening);
  }

  #openBlock(opening: Opening): void {
    this.#endText(true);
    if (this.#top.content === 'text') return;
    const isWithin = this.#enter(opening);
    this.#push(isWithin ? opening : { ...opening, element: DIVISION });
  }

  close(name: string): void {
    const closed = findElement(name);
    const family = closed === undefined ? undefined : getFamily(closed);
    for (let at = this.#frames.length - 1; at > 0; at -= 1) {
      const frame = this.#frames[at] as Frame;
      if (frame.name === name) {
        this.#popTo(at);
        return;
      }
      const ends =
        closed === undefined || closed.content === 'span' ? frame.content === 'span' : !isBarrier(frame, family);
      if (!ends) return;
    }
  }

  /** Closes elements that no later tag closes. */
  endHtml(): void {
    while (this.#frames.length > 1 && !this.#top.isMatched) this.#pop();
  }

  /** Closes all elements, and returns the nodes. */
  finish(): readonly PlacedNode[] {
    this.#popTo(1);
    return this.#root.children;
  }

  has(name: string): boolean {
    return this.#frames.some((frame) => frame.name === name);
  }

  get #root(): Frame {
    return this.#frames[0];
  }

  get #top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #push({ name, element: { tag, content, within }, attributes, isMatched, line, make }: Opening): void {
    const hasAttributes = Object.keys(attributes).length > 0;
    this.#depth.depth += 1;
    this.#frames.push({
      ...{ name, content, isMatched, line, family: within?.at(-1) },
      make: make ?? ((children) => element(tag, children, attributes)),
      isSpliced: tag === 'div' && !hasAttributes && this.#top.content === 'flow',
      isEmptyKept: hasAttributes || tag === 'td' || tag === 'th' || tag === 'li',
      children: [],
    });
  }

  #pushImplied(tag: Tag, content: Content, line: number): void {
    const opening = { name: tag === 'p' ? '' : tag, attributes: {}, isMatched: false, line };
    this.#push({ ...opening, element: findElement(tag) ?? { tag, content } });
  }

  /** Opens the items that blocks and text directly within a list or table belong to. */
  #openImplied(line: number): void {
    const { content } = this.#top;
    if (content === 'list') this.#pushImplied('li', 'item', line);
    if (content === 'terms') this.#pushImplied('dd', 'item', line);
    if (content === 'table') this.#pushImplied('tbody', 'rows', line);
    if (content === 'table' || content === 'rows') this.#pushImplied('tr', 'row', line);
    if (content === 'table' || content === 'rows' || content === 'row') this.#pushImplied('td', 'item', line);
  }

  /**
   * Ends the text before a block. A paragraph around Markdown becomes a division, unless `closes` is true; the text of
   * other elements continues.
   */
  #endText(closes = false): void {
    while (this.#top.content === 'span') this.#pop();
    const { content, name } = this.#top;
    if (content !== 'text' || this.#top === this.#root) return;
    if (name === '' || (closes && name === 'p')) this.#pop();
    else if (!closes && (name === 'p' || name === 'pre')) this.#turnIntoDivision(this.#top);
  }

  #turnIntoDivision(frame: Frame): void {
    const sample = frame.make([]);
    const attributes = typeof sample === 'string' ? {} : sample.attributes;
    const text = trimBlanks(frame.children.map(({ node }) => node));
    frame.children = isBlank(text) ? [] : [{ node: element('p', text), line: frame.line }];
    frame.content = 'flow';
    frame.make = (children) => element('div', children, attributes);
    const around = this.#frames.at(-2) as Frame;
    frame.isSpliced = Object.keys(attributes).length === 0 && around.content === 'flow';
  }

  /** Closes elements up to the one that the opened element occurs in; false when there is none. */
  #enter({ name, element: { within, content, tag }, line }: Opening): boolean {
    if (name === 'summary') return this.#top.name === 'details' && this.#top.children.length === 0;
    if (within === undefined) {
      this.#openImplied(line);
      return true;
    }
    for (let at = this.#frames.length - 1; at > 0; at -= 1) {
      const frame = this.#frames[at] as Frame;
      if (within.includes(frame.content)) {
        this.#popTo(at + 1);
        if (content !== 'rows' && tag !== 'caption' && frame.content === 'table')
          this.#pushImplied('tbody', 'rows', line);
        if (content === 'item' && tag !== 'caption' && this.#top.content === 'rows')
          this.#pushImplied('tr', 'row', line);
        return true;
      }
      if (isBarrier(frame, within.at(-1))) break;
    }
    this.#openImplied(line);
    return false;
  }

  /** Closes the frames from the index on. */
  #popTo(index: number): void {
    while (this.#frames.length > index) this.#pop();
  }

  #pop(): void {
    const { content, name, make, isSpliced, isEmptyKept, line, children } = this.#frames.pop() as Frame;
    this.#depth.depth -= 1;
    const around = this.#top.children;
    if (isSpliced) {
      for (const child of children) append(around, child);
      return;
    }
    const nodes = children.map(({ node }) => node);
    const shown = trimContent(nodes, name === 'pre' ? 'pre' : content);
    if (isEmptyKept || !isBlank(shown)) append(around, { node: make(shown), line });
  }
}

const getFamily = ({ content, within }: HtmlElement): Content | undefined =>
  content === 'list' || content === 'terms' || content === 'table' ? content : within?.at(-1);

/** Returns true for an element that a tag of another family does not close. */
const isBarrier = ({ content, family }: Frame, other: Content | undefined): boolean =>
  content === 'item' && family !== other;

function trimContent(nodes: readonly SafeNode[], content: Content | 'pre'): readonly SafeNode[] {
  if (content === 'span') return nodes;
  return content === 'pre' ? withoutFirstLineEnd(nodes) : trimBlanks(nodes).filter((node) => node !== '');
}

/** HTML ignores a line end at the start of preformatted text. */
const withoutFirstLineEnd = ([first, ...rest]: readonly SafeNode[]): SafeNode[] =>
  first === undefined ? [] : [typeof first === 'string' ? first.replace(/^\n/, '') : first, ...rest];

const isBlank = (nodes: readonly SafeNode[]): boolean =>
  nodes.every((node) => typeof node === 'string' && node.trim() === '');

function append(placed: PlacedNode[], next: PlacedNode): void {
  const last = placed.at(-1);
  if (typeof next.node === 'string' && typeof last?.node === 'string')
    placed[placed.length - 1] = { node: last.node + next.node, line: last.line };
  else placed.push(next);
}
