import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

interface CaretPosition {
  /** Distance from the top of the editor, in pixels. */
  readonly top: number;
  readonly isInSight: boolean;
  readonly scrollTop: number;
}

/**
 * Keeps the caret in place on the screen while a block above it gets another height, as a picture or a diagram does when
 * it arrives.
 */
class CaretAnchor {
  /** Position of the caret when the text was last laid out; undefined since the editor was changed. */
  #last: CaretPosition | undefined;
  #frame: number | undefined;

  constructor(private readonly view: EditorView) {}

  update({ transactions, focusChanged, geometryChanged }: ViewUpdate): void {
    // The heading under the pointer stays in place when its section is folded.
    if (transactions.length > 0 || focusChanged) {
      this.#last = undefined;
      this.record();
      // The editor measures the text in several steps; its final layout counts, and is not painted yet.
    } else if (geometryChanged && this.#last !== undefined) queueMicrotask(() => this.#follow());
  }

  destroy(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  record(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#last = this.#measure();
    });
  }

  /** Scrolls the caret to where it was, unless the text was scrolled since. */
  #follow(): void {
    const last = this.#last;
    const now = last && this.#measure();
    if (now === undefined || !last?.isInSight || now.scrollTop !== last.scrollTop) {
      this.record();
      return;
    }
    const moved = Math.round(now.top - last.top);
    if (moved === 0) return;
    this.view.scrollDOM.scrollTop += moved;
    this.#last = this.#measure();
  }

  #measure(): CaretPosition | undefined {
    const { hasFocus, state, scrollDOM } = this.view;
    const caret = hasFocus ? this.view.coordsAtPos(state.selection.main.head) : null;
    if (caret === null) return undefined;
    const { top, bottom } = scrollDOM.getBoundingClientRect();
    const isInSight = caret.top >= top && caret.bottom <= bottom;
    return { top: caret.top - top, isInSight, scrollTop: scrollDOM.scrollTop };
  }
}

export const keepCaretAnchor = ViewPlugin.fromClass(CaretAnchor, {
  eventObservers: {
    scroll() {
      this.record();
    },
  },
});
