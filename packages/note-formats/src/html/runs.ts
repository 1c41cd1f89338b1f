import { MARK_BY_ELEMENT, type Mark } from './marks.js';
import { createElement, type Element, getText, getTextLine, hasClass, type Node, walkElements } from './tree.js';

/** Marks and link around a piece of a line. */
export interface Style {
  readonly marks: ReadonlySet<Mark>;
  /** Enclosing `a` element. */
  readonly link?: Element;
}

export const PLAIN: Style = { marks: new Set() };

/** A piece of a line: text, finished Markdown, a formula, an image, a checkbox or a line break. */
export type Run = Style &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'markdown'; readonly text: string }
    | { readonly kind: 'formula'; readonly text: string }
    | { readonly kind: 'image'; readonly image: Element }
    | { readonly kind: 'task'; readonly isDone: boolean }
    | { readonly kind: 'break' }
  );

/** Elements whose content is ignored. */
const IGNORED: ReadonlySet<string> = new Set(
  'head script style template noscript title meta link base select textarea button option datalist canvas svg map area col colgroup param source track'.split(
    ' ',
  ),
);
/** Returns true for an element that is hidden or whose content is ignored. */
export const isIgnored = (found: Element): boolean =>
  IGNORED.has(found.name) || 'hidden' in found.attributes || hasClass(found, 'katex-html');

/** Returns the style for the content of an element. */
export function styleWithin(found: Element, style: Style): Style {
  const mark = MARK_BY_ELEMENT.get(found.name);
  if (mark !== undefined) return { ...style, marks: new Set([...style.marks, mark]) };
  return found.name === 'a' && found.attributes.href !== undefined ? { ...style, link: found } : style;
}

/** Collects the runs of inline nodes, in time linear in their number at any depth. */
export function collectRuns(nodes: readonly Node[], style: Style): Run[] {
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
  // An empty link shows its address.
  if (inner.link === node && node.children.length === 0) runs.push({ ...inner, kind: 'text', text: '' });
  for (const child of node.children) collect(child, inner, runs);
}

function collectTask({ attributes: { type = '', checked } }: Element, style: Style, runs: Run[]): void {
  if (type.toLowerCase() === 'checkbox') runs.push({ ...style, kind: 'task', isDone: checked !== undefined });
}

function collectCode(node: Element, style: Style, runs: Run[]): void {
  const text = getText(node).replace(/\s+/g, ' ');
  if (text.trim() === '') return;
  const fence = fenceFor(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  runs.push({ ...style, kind: 'markdown', text: `${fence}${pad}${text}${pad}${fence}` });
}

/**
 * Returns a fence of backticks longer than any run of them in a text.
 *
 * @param minLength shortest fence
 */
export function fenceFor(text: string, minLength: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  return '`'.repeat(Math.max(minLength, longest + 1));
}

/** Returns the TeX annotation of a formula. */
export function getTex(math: Element): string | undefined {
  for (const { name, attributes, children } of walkElements(math))
    if (name === 'annotation' && attributes.encoding === 'application/x-tex')
      return terminateTex(children.map(getText).join('').trim()) || undefined;
  return undefined;
}

/** Appends `{}` to TeX that ends with a backslash, which would escape the closing delimiter. */
const terminateTex = (tex: string) => (/(?<!\\)(?:\\\\)*\\$/.test(tex) ? `${tex} {}` : tex);

function collectFormula(math: Element, style: Style, runs: Run[]): void {
  const tex = getTex(math);
  if (tex === undefined) collectWithin(math, style, runs);
  else runs.push({ ...style, kind: 'formula', text: `$${tex.replace(/\s+/g, ' ')}$` });
}

const getMediaSource = (media: Element): string | undefined =>
  media.attributes.src ?? media.attributes.data ?? findSourceWithin(media);

function findSourceWithin({ children }: Element): string | undefined {
  for (const child of children) if (typeof child !== 'string' && child.name === 'source') return child.attributes.src;
  return undefined;
}

/** Converts audio, video and embedded objects to links. */
function collectMedia(media: Element, style: Style, runs: Run[]): void {
  const href = getMediaSource(media);
  if (href === undefined) {
    collectWithin(media, style, runs);
    return;
  }
  const name = media.attributes.title ?? getTextLine(href.replace(/[?#].*$/s, '').replace(/^.*\//s, ''));
  runs.push({ ...style, link: createElement('a', [], { href }), kind: 'text', text: name });
}

/** Puts quotation marks around an element, as browsers do. */
function collectQuoted(node: Element, style: Style, runs: Run[]): void {
  runs.push({ ...style, kind: 'text', text: '“' });
  collectWithin(node, style, runs);
  runs.push({ ...style, kind: 'text', text: '”' });
}

/** Keeps the tags of an element that Markdown cannot express. */
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
  ['q', collectQuoted],
  ...['code', 'tt', 'kbd', 'samp'].map((name) => [name, collectCode] as const),
  ...['audio', 'video', 'iframe', 'embed', 'object'].map((name) => [name, collectMedia] as const),
  ...['sub', 'sup'].map((name) => [name, collectKept] as const),
]);
