import { EditorView, WidgetType } from '@codemirror/view';
import { isFileDrag } from '../drop-position.js';
import { recallHeight } from './block-heights.js';
import { type BlockContent, blockBuilder, releaseBlock } from './built-block.js';
import type { BlockKind } from './renderable-blocks.js';

const LINE_HEIGHT = 26;
/** Estimated heights in pixels, of a line of the source and of the space around it. */
const ESTIMATES: Readonly<Record<BlockKind, readonly [line: number, space: number]>> = {
  callout: [LINE_HEIGHT, 26],
  diagram: [0, 300],
  'front-matter': [36, 0],
  html: [LINE_HEIGHT, 0],
  math: [20, 10],
  media: [240, 0],
  query: [0, 200],
  table: [39, -39],
  title: [0, 0],
};

/** Block shown rendered. */
export class BlockWidget extends WidgetType implements BlockContent {
  constructor(
    readonly kind: BlockKind,
    readonly source: string,
    readonly indent: number,
    readonly isReadOnly: boolean,
    /** True for a block on the line of a list marker. Files are not dropped beside it: they would break the item. */
    readonly isBehindMark: boolean,
  ) {
    super();
  }

  override eq(other: BlockWidget): boolean {
    return (
      other.kind === this.kind &&
      other.source === this.source &&
      other.indent === this.indent &&
      other.isReadOnly === this.isReadOnly &&
      other.isBehindMark === this.isBehindMark
    );
  }

  override get estimatedHeight(): number {
    const [line, space] = ESTIMATES[this.kind];
    return recallHeight(this.source) ?? this.source.split('\n').length * line + space;
  }

  override toDOM(view: EditorView): HTMLElement {
    const builder = view.state.facet(blockBuilder);
    return builder === undefined ? document.createElement('div') : builder.build(view, this);
  }

  override updateDOM(element: HTMLElement, view: EditorView): boolean {
    return view.state.facet(blockBuilder)?.update(view, this, element) === true;
  }

  override destroy(element: HTMLElement): void {
    releaseBlock(element);
  }

  /** Places lists of suggestions at the caret of an edited cell. */
  override coordsAt(element: HTMLElement): DOMRect | null {
    return EditorView.findFromDOM(element)?.state.facet(blockBuilder)?.findCaret(element) ?? null;
  }

  override ignoreEvent(event: Event): boolean {
    return this.isBehindMark || !isFileDrag(event);
  }
}
