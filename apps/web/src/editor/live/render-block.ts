import type { EditorView } from '@codemirror/view';
import { rememberHeight } from './block-heights.js';
import type { BlockWidget } from './block-widget.js';
import { buildFootnote } from './footnote.js';
import { buildMatter } from './matter-block.js';
import { buildInlinePiece, buildPiece } from './piece-block.js';
import type { BlockKind } from './renderable-blocks.js';
import { buildTable } from './table-block.js';

/** Live element of a block. */
export interface BuiltBlock {
  readonly element: HTMLElement;
  /** Shows the widget in this element; returns false when it has to be built anew. */
  readonly update?: (widget: BlockWidget) => boolean;
  readonly release: () => void;
}

type Build = (view: EditorView, widget: BlockWidget) => BuiltBlock;

const builders: { readonly [Kind in BlockKind]: Build } = {
  callout: buildPiece,
  diagram: buildPiece,
  'front-matter': buildMatter,
  math: buildPiece,
  media: buildPiece,
  query: buildPiece,
  table: buildTable,
};

interface Shown {
  readonly view: EditorView;
  readonly block: BuiltBlock;
  /** Widget of a block; undefined for a piece of a line. */
  widget: BlockWidget | undefined;
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
export function buildBlock(view: EditorView, widget: BlockWidget): HTMLElement {
  const block = builders[widget.kind](view, widget);
  const { element } = block;
  element.classList.add('cm-block', `cm-block-${widget.kind}`);
  element.contentEditable = 'false';
  if (widget.indent > 0) element.style.setProperty('--indent', `${widget.indent}ch`);
  shown.set(element, { view, block, widget });
  resized.observe(element);
  return element;
}

/** Builds the element of a piece of a line. */
export function buildInline(view: EditorView, source: string): HTMLElement {
  const build = source.startsWith('[^') ? buildFootnote : buildInlinePiece;
  const block = build(view, source);
  block.element.contentEditable = 'false';
  shown.set(block.element, { view, block, widget: undefined });
  resized.observe(block.element);
  return block.element;
}

/** Shows a widget in the element of another; returns false when it has to be built anew. */
export function updateBlock(view: EditorView, widget: BlockWidget, element: HTMLElement): boolean {
  const current = shown.get(element);
  if (current?.widget === undefined || current.view !== view || !isSimilar(current.widget, widget)) return false;
  if (current.block.update?.(widget) !== true) return false;
  current.widget = widget;
  return true;
}

const isSimilar = (one: BlockWidget, other: BlockWidget) =>
  one.kind === other.kind && one.indent === other.indent && one.isReadOnly === other.isReadOnly;

/** Ends the live parts of a block. */
export function releaseBlock(element: HTMLElement): void {
  resized.unobserve(element);
  shown.get(element)?.block.release();
  shown.delete(element);
}
