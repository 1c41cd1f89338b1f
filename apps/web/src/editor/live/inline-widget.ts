import { type EditorView, WidgetType } from '@codemirror/view';
import { getRenderer } from './load-renderer.js';

/** Image, embed, formula or footnote reference within text, rendered. */
export class InlineWidget extends WidgetType {
  constructor(readonly source: string) {
    super();
  }
  override eq(other: InlineWidget): boolean {
    return other.source === this.source;
  }
  override toDOM(view: EditorView): HTMLElement {
    return getRenderer().buildInline(view, this.source);
  }
  override destroy(element: HTMLElement): void {
    getRenderer().releaseBlock(element);
  }
  override ignoreEvent(): boolean {
    return true;
  }
}
