import { MARK_OF, type Mark } from './marks.js';
import { type Element, elements, hasClass, lineOf, type Node, textOf } from './tree.js';

/** What a piece of a line stands in. */
export interface Style {
  readonly marks: ReadonlySet<Mark>;
  /** The `a` around it. */
  readonly link?: Element;
}

export const PLAIN: Style = { marks: new Set() };

/** A piece of a line: text, Markdown that is done, the box of a task, or the end of the line. */
export type Run = Style &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'markdown'; readonly text: string }
    | { readonly kind: 'formula'; readonly text: string }
    | { readonly kind: 'image'; readonly image: Element }
    | { readonly kind: 'task'; readonly isDone: boolean }
    | { readonly kind: 'break' }
  );

/** Elements that nothing is read of. */
const IGNORED: ReadonlySet<string> = new Set(
  'head script style template noscript title meta link base select textarea button option datalist canvas svg map area col colgroup param source track'.split(
    ' ',
  ),
);
const CODE: ReadonlySet<string> = new Set(['code', 'tt', 'kbd', 'samp']);
const MEDIA: ReadonlySet<string> = new Set(['audio', 'video', 'iframe', 'embed', 'object']);
/** Written as they are: Markdown has none of its own. */
const KEPT: ReadonlySet<string> = new Set(['sub', 'sup']);

export const isIgnored = (found: Element): boolean =>
  IGNORED.has(found.name) || 'hidden' in found.attributes || hasClass(found, 'katex-html');

/** The style of what is in an element. */
export function styleWithin(found: Element, style: Style): Style {
  const mark = MARK_OF.get(found.name);
  if (mark !== undefined) return { ...style, marks: new Set([...style.marks, mark]) };
  return found.name === 'a' && found.attributes.href !== undefined ? { ...style, link: found } : style;
}

/** The pieces of a node that has no block in it. */
export function* runsOf(node: Node, style: Style): Generator<Run> {
  if (typeof node === 'string') {
    yield { ...style, kind: 'text', text: node };
    return;
  }
  if (isIgnored(node)) return;
  const { name, attributes } = node;
  if (name === 'br') yield { ...style, kind: 'break' };
  else if (name === 'img') yield { ...style, kind: 'image', image: node };
  else if (name === 'input') yield* taskOf(attributes, style);
  else if (CODE.has(name)) yield* codeOf(node, style);
  else if (name === 'math') yield* formulaOf(node, style);
  else if (MEDIA.has(name) && sourceOf(node) !== undefined) yield* mediaOf(node, style);
  else if (KEPT.has(name)) yield* keptOf(node, style);
  else yield* within(node, style);
}

function* within(node: Element, style: Style): Generator<Run> {
  const inner = styleWithin(node, style);
  // An empty link shows where it leads.
  if (inner.link === node && node.children.length === 0) yield { ...inner, kind: 'text', text: '' };
  for (const child of node.children) yield* runsOf(child, inner);
}

function* taskOf({ type = '', checked }: Element['attributes'], style: Style): Generator<Run> {
  if (type.toLowerCase() === 'checkbox') yield { ...style, kind: 'task', isDone: checked !== undefined };
}

function* codeOf(node: Element, style: Style): Generator<Run> {
  const text = textOf(node).replace(/\s+/g, ' ');
  if (text.trim() === '') return;
  const fence = fenceFor(text, '`', 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  yield { ...style, kind: 'markdown', text: `${fence}${pad}${text}${pad}${fence}` };
}

/** Marks that are more than any run of them within a text. */
export function fenceFor(text: string, mark: '`', least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  return mark.repeat(Math.max(least, longest + 1));
}

/** The TeX that a formula is annotated with. */
export function texOf(math: Element): string | undefined {
  for (const { name, attributes, children } of elements(math))
    if (name === 'annotation' && attributes.encoding === 'application/x-tex')
      return ended(children.map(textOf).join('').trim()) || undefined;
  return undefined;
}

/** A backslash at the end had a space behind it, which is no end of a formula. */
const ended = (tex: string) => (/(?<!\\)(?:\\\\)*\\$/.test(tex) ? `${tex} {}` : tex);

function* formulaOf(math: Element, style: Style): Generator<Run> {
  const tex = texOf(math);
  if (tex === undefined) yield* within(math, style);
  else yield { ...style, kind: 'formula', text: `$${tex.replace(/\s+/g, ' ')}$` };
}

const sourceOf = (media: Element): string | undefined =>
  media.attributes.src ?? media.attributes.data ?? sourceWithin(media);

function sourceWithin({ children }: Element): string | undefined {
  for (const child of children) if (typeof child !== 'string' && child.name === 'source') return child.attributes.src;
  return undefined;
}

/** Something played or shown in the page becomes a link to it. */
function* mediaOf(media: Element, style: Style): Generator<Run> {
  const href = sourceOf(media) as string;
  const name = media.attributes.title ?? lineOf(href.replace(/[?#].*$/s, '').replace(/^.*\//s, ''));
  yield { ...style, link: { name: 'a', attributes: { href }, children: [] }, kind: 'text', text: name };
}

function* keptOf(node: Element, style: Style): Generator<Run> {
  yield { ...style, kind: 'markdown', text: `<${node.name}>` };
  yield* within(node, style);
  yield { ...style, kind: 'markdown', text: `</${node.name}>` };
}
