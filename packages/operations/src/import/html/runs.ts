import { MARK_OF, type Mark } from './marks.js';
import { type Element, element, elements, hasClass, lineOf, type Node, textOf } from './tree.js';

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
export const isIgnored = (found: Element): boolean =>
  IGNORED.has(found.name) || 'hidden' in found.attributes || hasClass(found, 'katex-html');

/** The style of what is in an element. */
export function styleWithin(found: Element, style: Style): Style {
  const mark = MARK_OF.get(found.name);
  if (mark !== undefined) return { ...style, marks: new Set([...style.marks, mark]) };
  return found.name === 'a' && found.attributes.href !== undefined ? { ...style, link: found } : style;
}

/** The pieces of nodes that have no block in them, in time linear in their number however deep they are. */
export function runsOf(nodes: readonly Node[], style: Style): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) collect(node, style, runs);
  return runs;
}

function collect(node: Node, style: Style, runs: Run[]): void {
  if (typeof node === 'string') runs.push({ ...style, kind: 'text', text: node });
  else if (!isIgnored(node)) (COLLECT.get(node.name) ?? collectWithin)(node, style, runs);
}

type Collect = (node: Element, style: Style, runs: Run[]) => void;

function collectWithin(node: Element, style: Style, runs: Run[]): void {
  const inner = styleWithin(node, style);
  // An empty link shows where it leads.
  if (inner.link === node && node.children.length === 0) runs.push({ ...inner, kind: 'text', text: '' });
  for (const child of node.children) collect(child, inner, runs);
}

function collectTask({ attributes: { type = '', checked } }: Element, style: Style, runs: Run[]): void {
  if (type.toLowerCase() === 'checkbox') runs.push({ ...style, kind: 'task', isDone: checked !== undefined });
}

function collectCode(node: Element, style: Style, runs: Run[]): void {
  const text = textOf(node).replace(/\s+/g, ' ');
  if (text.trim() === '') return;
  const fence = fenceFor(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  runs.push({ ...style, kind: 'markdown', text: `${fence}${pad}${text}${pad}${fence}` });
}

/** As many backticks as no run of them within a text has. */
export function fenceFor(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  return '`'.repeat(Math.max(least, longest + 1));
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

function collectFormula(math: Element, style: Style, runs: Run[]): void {
  const tex = texOf(math);
  if (tex === undefined) collectWithin(math, style, runs);
  else runs.push({ ...style, kind: 'formula', text: `$${tex.replace(/\s+/g, ' ')}$` });
}

const sourceOf = (media: Element): string | undefined =>
  media.attributes.src ?? media.attributes.data ?? sourceWithin(media);

function sourceWithin({ children }: Element): string | undefined {
  for (const child of children) if (typeof child !== 'string' && child.name === 'source') return child.attributes.src;
  return undefined;
}

/** Something played or shown in the page becomes a link to it. */
function collectMedia(media: Element, style: Style, runs: Run[]): void {
  const href = sourceOf(media);
  if (href === undefined) {
    collectWithin(media, style, runs);
    return;
  }
  const name = media.attributes.title ?? lineOf(href.replace(/[?#].*$/s, '').replace(/^.*\//s, ''));
  runs.push({ ...style, link: element('a', [], { href }), kind: 'text', text: name });
}

/** Written as it is: Markdown has nothing for it. */
function collectKept(node: Element, style: Style, runs: Run[]): void {
  runs.push({ ...style, kind: 'markdown', text: `<${node.name}>` });
  collectWithin(node, style, runs);
  runs.push({ ...style, kind: 'markdown', text: `</${node.name}>` });
}

const COLLECT: ReadonlyMap<string, Collect> = new Map<string, Collect>([
  ['br', (_, style, runs) => runs.push({ ...style, kind: 'break' })],
  ['img', (image, style, runs) => runs.push({ ...style, kind: 'image', image })],
  ['input', collectTask],
  ['math', collectFormula],
  ...['code', 'tt', 'kbd', 'samp'].map((name) => [name, collectCode] as const),
  ...['audio', 'video', 'iframe', 'embed', 'object'].map((name) => [name, collectMedia] as const),
  ...['sub', 'sup'].map((name) => [name, collectKept] as const),
]);
