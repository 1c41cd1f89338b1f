import { EditorView, type ViewUpdate } from '@codemirror/view';
import { computed, signal } from '@preact/signals';
import { findLineBreaks, getBody, setLineBreaks, withEditorBreaks } from '../editor/line-breaks.js';
import { editorState, readOnlyEffect } from '../editor/setup.js';
import { getChosenText, type Hunk, type Side } from './decisions.js';
import type { MergeResult } from './draft-resolution.js';
import { text as texts } from './texts.js';

/** The merge result in an editor. The ranges of hunks follow its edits. */
export class Result {
  readonly hunks = signal<readonly Hunk[]>([]);
  /** Undefined while undecided. */
  readonly title = signal<string | undefined>(undefined);
  /** Number of open decisions; the title counts when both sides changed it. */
  readonly open = computed(
    () => this.hunks.value.filter(({ isDecided }) => !isDecided).length + Number(this.title.value === undefined),
  );
  /** True while the decision is being sent. Text typed meanwhile would be lost. */
  readonly isReadOnly = signal(false);
  readonly view: EditorView;
  readonly #onChange: () => void;

  constructor({ title, body, hunks }: MergeResult, onChange: () => void) {
    this.#onChange = onChange;
    this.title.value = title;
    this.hunks.value = hunks;
    const listening = EditorView.updateListener.of((update) => this.#handleUpdate(update));
    this.view = new EditorView({
      state: editorState({
        body,
        mode: 'source',
        label: texts.result,
        documentId: () => undefined,
        owner: () => undefined,
        listening,
      }),
    });
  }

  get made(): MergeResult {
    return { title: this.title.peek(), body: getBody(this.view.state), hunks: this.hunks.peek() };
  }

  setReadOnly(isReadOnly: boolean): void {
    this.isReadOnly.value = isReadOnly;
    this.view.dispatch({ effects: readOnlyEffect(isReadOnly) });
  }

  setTitle(title: string): void {
    if (this.isReadOnly.peek()) return;
    this.title.value = title;
    this.#onChange();
  }

  /** Replaces a hunk with the text of a side, keeping its line breaks. */
  choose(index: number, side: Side): void {
    const { state } = this.view;
    if (state.readOnly) return;
    const hunk = this.hunks.peek()[index] as Hunk;
    const { from, to } = hunk;
    const text = getChosenText(hunk, side);
    const body = getBody(state, 0, from) + text + getBody(state, to);
    this.view.dispatch({
      changes: { from, to, insert: withEditorBreaks(text) },
      effects: [setLineBreaks.of(findLineBreaks(body)), EditorView.scrollIntoView(from)],
    });
    this.hunks.value = this.hunks.peek().map((one, at) => (at === index ? { ...one, isDecided: true } : one));
    this.#onChange();
  }

  #handleUpdate({ docChanged, changes }: ViewUpdate): void {
    if (!docChanged) return;
    this.hunks.value = this.hunks.peek().map((hunk) => ({
      ...hunk,
      from: changes.mapPos(hunk.from, -1),
      to: changes.mapPos(hunk.to, 1),
      isDecided: hunk.isDecided || changes.touchesRange(hunk.from, hunk.to) !== false,
    }));
    this.#onChange();
  }
}
