import { type EditorView, WidgetType } from '@codemirror/view';
import { isFileDrag } from '../drop-position.js';

/** Renderer of parts within text. */
export interface InlineRenderer {
  buildInline(view: EditorView, source: string): HTMLElement;
  releaseBlock(element: HTMLElement): void;
}

/** Image, embed, formula or footnote reference within text, rendered. */
export class InlineWidget extends WidgetType {
  constructor(
    readonly source: string,
    readonly renderer: InlineRenderer,
  ) {
    super();
  }
  override eq(other: InlineWidget): boolean {
    return other.source === this.source;
  }
  override toDOM(view: EditorView): HTMLElement {
    return this.renderer.buildInline(view, this.source);
  }
  override destroy(element: HTMLElement): void {
    this.renderer.releaseBlock(element);
  }
  override ignoreEvent(event: Event): boolean {
    return !isFileDrag(event);
  }
}
