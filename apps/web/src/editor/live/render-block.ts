import type { EditorView } from '@codemirror/view';
import { rememberHeight } from './block-heights.js';
import { type BlockContent, type BuiltBlock, setRelease } from './built-block.js';
import { buildFootnote } from './footnote.js';
import { buildMatter } from './matter-block.js';
import { buildHtml, buildInlinePiece, buildPiece } from './piece-block.js';
import type { BlockKind } from './renderable-blocks.js';
import { buildTable } from './table-block.js';

type Build = (view: EditorView, widget: BlockContent) => BuiltBlock;

const builders: { readonly [Kind in BlockKind]: Build } = {
  callout: buildPiece,
  diagram: buildPiece,
  'front-matter': buildMatter,
  html: buildHtml,
  math: buildPiece,
  media: buildPiece,
  query: buildPiece,
  table: buildTable,
  title: () => ({ element: document.createElement('div'), release: () => undefined }),
};

interface Shown {
  readonly view: EditorView;
  readonly block: BuiltBlock;
  /** Widget of a block; undefined for a piece of a line. */
  widget: BlockContent | undefined;
}

const shown = new WeakMap<Element, Shown>();

/** Measures blocks again whose height changes, as that of an image does once it is loaded. */
const resized = new ResizeObserver((changes) => {
  const views = new Set<EditorView>();
  for (const { target, borderBoxSize } of changes) {
    const block = shown.get(target);
    const height = borderBoxSize[0]?.blockSize ?? 0;
    if (block === undefined || height === 0) continue;
    if (block.widget !== undefined) rememberHeight(block.widget.source, height);
    views.add(block.view);
  }
  for (const view of views) view.requestMeasure();
});

/** Builds the element of a block. */
export function buildBlock(view: EditorView, widget: BlockContent): HTMLElement {
  const block = builders[widget.kind](view, widget);
  const { element } = block;
  element.classList.add('cm-block', `cm-block-${widget.kind}`);
  element.contentEditable = 'false';
  if (widget.indent > 0) element.style.setProperty('--indent', `${widget.indent}ch`);
  show(element, { view, block, widget });
  return element;
}

const FOOTNOTE = /^(?:\[\^|\^\[)/;

/** Builds the element of a piece of a line. */
export function buildInline(view: EditorView, source: string): HTMLElement {
  const build = FOOTNOTE.test(source) ? buildFootnote : buildInlinePiece;
  const block = build(view, source);
  block.element.contentEditable = 'false';
  show(block.element, { view, block, widget: undefined });
  return block.element;
}

/** Shows a widget in the element of another; returns false when it has to be built anew. */
export function updateBlock(view: EditorView, widget: BlockContent, element: HTMLElement): boolean {
  const current = shown.get(element);
  if (current?.widget === undefined || current.view !== view || !isSimilar(current.widget, widget)) return false;
  if (current.block.update?.(widget) !== true) return false;
  current.widget = widget;
  return true;
}

/** Returns the rectangle of the caret in the element of a block; undefined while none is there. */
export const findCaret = (element: HTMLElement): DOMRect | undefined => shown.get(element)?.block.findCaret?.();

const isSimilar = (one: BlockContent, other: BlockContent) =>
  one.kind === other.kind && one.indent === other.indent && one.isReadOnly === other.isReadOnly;

function show(element: HTMLElement, entry: Shown): void {
  shown.set(element, entry);
  resized.observe(element);
  setRelease(element, () => {
    resized.unobserve(element);
    shown.delete(element);
    entry.block.release();
  });
}
