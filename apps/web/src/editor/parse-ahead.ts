import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { idleClock } from '../drafts/clock.js';

/** Largest note in UTF-16 units that is parsed to its end. Its tree takes a few times its size in memory. */
const MAX_LENGTH = 3_000_000;
/** Length in UTF-16 units that is parsed before the tree is shown, which costs about as much as a key. */
const STEP = 200_000;
/** Maximum milliseconds of parsing before the page can react to a key. */
const SLICE_MS = 10;
/** Milliseconds between slices. */
const PAUSE_MS = 5;

/**
 * Parses the rest of a note while the page is idle. The editor parses up to the text in view and a little beyond; after a
 * jump to the end of a long note, the rest would be parsed between the first keys typed there.
 */
class ParserAhead {
  #cancel: (() => void) | undefined;

  constructor(private readonly view: EditorView) {
    this.#schedule();
  }

  update({ docChanged }: ViewUpdate): void {
    if (docChanged) this.#schedule();
  }

  destroy(): void {
    this.#cancel?.();
  }

  #schedule(): void {
    const { state } = this.view;
    const isDone = state.doc.length > MAX_LENGTH || syntaxTree(state).length >= state.doc.length;
    if (!isDone) this.#cancel ??= idleClock.after(PAUSE_MS, () => this.#parse());
  }

  #parse(): void {
    this.#cancel = undefined;
    const { state } = this.view;
    const before = syntaxTree(state);
    const tree = ensureSyntaxTree(state, Math.min(state.doc.length, before.length + STEP), SLICE_MS);
    if (tree !== null && tree !== before) this.view.dispatch({});
    this.#schedule();
  }
}

export const parseAhead = ViewPlugin.fromClass(ParserAhead);
