import { Parser } from 'htmlparser2';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
}

/** An element, or text with its character references resolved. */
export type Node = Element | string;

/** A text that is no HTML anybody would write, or more of it than a note can come of. */
export class HtmlError extends Error {
  readonly reason: 'too_deep' | 'too_many_elements' | 'too_large' | 'malformed';

  constructor(reason: HtmlError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Browsers, too, end nesting at about this depth. */
const MAX_DEPTH = 512;
/** Elements and texts together: each takes up to a kilobyte while it becomes Markdown. */
const MAX_NODES = 200_000;

const BRINGS_RULES = /^!doctype[^[]*\[/i;

export const element = (name: string, children: Node[], attributes: Element['attributes'] = {}): Element => ({
  name,
  attributes,
  children,
});

export interface HtmlDialect {
  /** `<x/>` has no content, and no document brings rules of its own, as XHTML and ENML write it. */
  readonly selfClosing: boolean;
  /** XML: names as they are written, no element knows another, CDATA is text. */
  readonly xml?: boolean;
}

/**
 * Reads HTML, however wrong, in time linear in its length: names in lower case, comments and processing instructions
 * left out.
 *
 * @throws HtmlError where it nests deeper than 512 elements, has over 200,000 with its texts, or brings rules of its own
 */
export function parseHtml(html: string, { selfClosing, xml = false }: HtmlDialect): Element {
  const root = element('#root', []);
  const builder = new TreeBuilder(root, selfClosing);
  const parser = new Parser(
    {
      onopentag: (name, attributes, implied) => builder.open(name, attributes, implied),
      onclosetag: (name) => builder.close(name),
      ontext: (text) => builder.text(text),
      onprocessinginstruction: (_, text) => {
        // Nothing that is declared there is resolved, and where it ends the parser does not know.
        if (selfClosing && BRINGS_RULES.test(text)) throw new HtmlError('malformed');
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
  /** A `br` that is left out is closed all the same. */
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
    const opened = element(name, [], attributes);
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

/** The elements of a tree in their order, `root` first. */
export function* elements(root: Element): Generator<Element> {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (const child of next.children.toReversed()) if (typeof child !== 'string') pending.push(child);
  }
}

/** All the text of a node, line breaks for `br`. */
export function textOf(node: Node): string {
  const pieces: string[] = [];
  collectText(node, pieces);
  return pieces.join('');
}

function collectText(node: Node, pieces: string[]): void {
  if (typeof node === 'string') pieces.push(node);
  else if (node.name === 'br') pieces.push('\n');
  else for (const child of node.children) collectText(child, pieces);
}

/** Text on one line, as a title. */
export const lineOf = (node: Node): string => textOf(node).replace(/\s+/g, ' ').trim();

export const hasClass = ({ attributes }: Element, name: string): boolean =>
  (attributes.class ?? '').split(/\s+/).includes(name);

/** Replaces elements from within outwards; a rule that answers undefined leaves its element as it is. */
export function rewrite(root: Element, rule: (found: Element) => Node[] | undefined): Element {
  const children = root.children.flatMap((child): Node[] => {
    if (typeof child === 'string') return [child];
    const rewritten = rewrite(child, rule);
    return rule(rewritten) ?? [rewritten];
  });
  return { ...root, children };
}
