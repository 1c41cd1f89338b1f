import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { blockAt, isShownRendered, listOpenBlocks } from './block-field.js';
import { findToggled } from './open-blocks.js';

/** Line that keeps its height on the screen. */
interface Anchor {
  readonly at: number;
  readonly top: number;
}

/**
 * Keeps what the user looks at in place when a block opens or closes: the clicked line stays below the pointer, and the
 * line of the cursor, or the one it came from, stays where it was.
 */
class ScrollAnchor {
  #pointerY: number | undefined;
  readonly #controller = new AbortController();

  constructor(private readonly view: EditorView) {
    const { signal } = this.#controller;
    const options = { signal, capture: true };
    addEventListener('pointerdown', ({ clientY }) => (this.#pointerY = clientY), options);
    addEventListener('keydown', () => (this.#pointerY = undefined), options);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) return;
    const open = listOpenBlocks(update.state);
    const toggled = findToggled(listOpenBlocks(update.startState), open);
    const anchor = toggled.length === 0 ? undefined : this.#findAnchor(update);
    if (anchor === undefined) return;
    this.view.requestMeasure({
      key: this,
      read: () => this.#lineAt(anchor.at)?.getBoundingClientRect(),
      write: (rect) => {
        if (rect === undefined || Math.abs(rect.top - anchor.top) < 1) return;
        this.view.scrollDOM.scrollTop += rect.top - anchor.top;
      },
    });
  }

  destroy(): void {
    this.#controller.abort();
  }

  /** Finds the line to keep, in the layout before the update. */
  #findAnchor({ startState, state }: ViewUpdate): Anchor | undefined {
    const { head } = state.selection.main;
    const hidden = blockAt(startState, head);
    const wasHidden = hidden !== undefined && isShownRendered(startState, hidden);
    if (wasHidden && this.#pointerY !== undefined)
      return { at: head, top: this.#pointerY - this.view.defaultLineHeight / 2 };
    const at = wasHidden ? startState.selection.main.head : head;
    const rect = this.#lineAt(at)?.getBoundingClientRect();
    const { top, bottom } = this.view.scrollDOM.getBoundingClientRect();
    return rect === undefined || rect.bottom < top || rect.top > bottom ? undefined : { at, top: rect.top };
  }

  #lineAt(at: number): Element | undefined {
    const { viewport, state } = this.view;
    if (at < viewport.from || at > Math.min(viewport.to, state.doc.length)) return undefined;
    const { node } = this.view.domAtPos(at);
    const element = node instanceof Element ? node : node.parentElement;
    return element?.closest('.cm-line') ?? undefined;
  }
}

export const keepScrollAnchor = ViewPlugin.fromClass(ScrollAnchor);
