import { Parser } from 'htmlparser2';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
}

/** An element, or text with decoded character references. */
export type Node = Element | string;

/** Thrown for HTML that is malformed or exceeds a limit. */
export class HtmlError extends Error {
  readonly reason: 'too_deep' | 'too_many_elements' | 'too_large' | 'malformed';

  constructor(reason: HtmlError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Deepest nesting, about as deep as in browsers. */
const MAX_DEPTH = 512;
/** Most elements and texts together. Each uses up to a kilobyte while it is converted to Markdown. */
const MAX_NODES = 200_000;

const INTERNAL_SUBSET = /^!doctype[^[]*\[/i;

export const createElement = (name: string, children: Node[], attributes: Element['attributes'] = {}): Element => ({
  name,
  attributes,
  children,
});

/** Parsing options. */
export interface HtmlDialect {
  /** Recognises `<x/>` and refuses internal document type definitions, as for XHTML and ENML. */
  readonly selfClosing: boolean;
  /** Parses XML: names keep their case, no element implies another, CDATA is text. */
  readonly xml?: boolean;
}

/**
 * Parses any HTML in linear time. Names become lower case; comments and processing instructions are left out.
 *
 * @throws HtmlError for more than 512 nested elements, more than 200,000 elements and texts, or an internal document
 * type definition
 */
export function parseHtml(html: string, { selfClosing, xml = false }: HtmlDialect): Element {
  const root = createElement('#root', []);
  const builder = new TreeBuilder(root, selfClosing);
  const parser = new Parser(
    {
      onopentag: (name, attributes, implied) => builder.open(name, attributes, implied),
      onclosetag: (name) => builder.close(name),
      ontext: (text) => builder.text(text),
      onprocessinginstruction: (_, text) => {
        // The parser resolves no declared entities and does not detect the end of the declaration.
        if (selfClosing && INTERNAL_SUBSET.test(text)) throw new HtmlError('malformed');
      },
    },
    { recognizeSelfClosing: selfClosing, xmlMode: xml },
  );
  parser.end(html);
  return root;
}

class TreeBuilder {
  readonly #open: Element[];
  readonly #strict: boolean;
  /** Number of omitted `br` elements whose closing tags are still to come. */
  #leftOut = 0;
  #nodes = 0;

  constructor(root: Element, strict: boolean) {
    this.#open = [root];
    this.#strict = strict;
  }

  get #last(): Element {
    return this.#open.at(-1) as Element;
  }

  open(name: string, attributes: Record<string, string>, implied: boolean): void {
    // `<br></br>` of XHTML is one line break.
    if (implied && name === 'br' && this.#strict) {
      this.#leftOut += 1;
      return;
    }
    if (this.#open.length > MAX_DEPTH) throw new HtmlError('too_deep');
    const opened = createElement(name, [], attributes);
    this.#add(opened);
    this.#open.push(opened);
  }

  close(name: string): void {
    if (name === 'br' && this.#leftOut > 0) this.#leftOut -= 1;
    else if (this.#open.length > 1) this.#open.pop();
  }

  text(text: string): void {
    const { children } = this.#last;
    const before = children.at(-1);
    if (typeof before === 'string') children[children.length - 1] = before + text;
    else this.#add(text);
  }

  #add(node: Node): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new HtmlError('too_many_elements');
    this.#last.children.push(node);
  }
}

/** Yields the elements of a tree in document order, beginning with `root`. */
export function* walkElements(root: Element): Generator<Element> {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (const child of next.children.toReversed()) if (typeof child !== 'string') pending.push(child);
  }
}

/** Returns the text of a node, with line breaks for `br`. */
export function getText(node: Node): string {
  const pieces: string[] = [];
  collectText(node, pieces);
  return pieces.join('');
}

function collectText(node: Node, pieces: string[]): void {
  if (typeof node === 'string') pieces.push(node);
  else if (node.name === 'br') pieces.push('\n');
  else for (const child of node.children) collectText(child, pieces);
}

/** Returns the text of a node on one line. */
export const getTextLine = (node: Node): string => getText(node).replace(/\s+/g, ' ').trim();

export const hasClass = ({ attributes }: Element, name: string): boolean =>
  (attributes.class ?? '').split(/\s+/).includes(name);

/** Rewrites elements from the innermost outwards. A rule that returns undefined leaves its element unchanged. */
export function rewrite(root: Element, rule: (found: Element) => Node[] | undefined): Element {
  const children = root.children.flatMap((child): Node[] => {
    if (typeof child === 'string') return [child];
    const rewritten = rewrite(child, rule);
    return rule(rewritten) ?? [rewritten];
  });
  return { ...root, children };
}
