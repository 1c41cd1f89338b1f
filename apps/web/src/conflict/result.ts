import { EditorView, type ViewUpdate } from '@codemirror/view';
import { signal } from '@preact/signals';
import type { Region } from '../drafts/merge.js';
import { bodyOf, lineBreaksOf, setLineBreaks, withEditorBreaks } from '../editor/line-breaks.js';
import { editorState } from '../editor/setup.js';
import { chosen, draftOf, type Hunk, type Side } from './decisions.js';
import { text as texts } from './texts.js';

interface Decided extends Hunk {
  /** Whether a side was chosen, or the place was written in. */
  readonly isDecided: boolean;
}

/** The text that is to be saved, in an editor; hunks keep their places while it is written in. */
export class Result {
  readonly hunks = signal<readonly Decided[]>([]);
  readonly view: EditorView;

  constructor(regions: readonly Region[]) {
    const { body, hunks } = draftOf(regions);
    this.hunks.value = hunks.map((hunk) => ({ ...hunk, isDecided: false }));
    const listening = EditorView.updateListener.of((update) => this.#updated(update));
    const text = { title: '', body };
    this.view = new EditorView({
      state: editorState({ text, mode: 'source', label: texts.result, documentId: () => undefined, listening }),
    });
  }

  get body(): string {
    return bodyOf(this.view.state);
  }

  /** Puts a side in the place of a hunk, with the line breaks it has. */
  choose(index: number, side: Side): void {
    const { state } = this.view;
    const hunk = this.hunks.peek()[index] as Decided;
    const { from, to } = hunk;
    const text = chosen(hunk, side);
    const body = bodyOf(state, 0, from) + text + bodyOf(state, to);
    this.view.dispatch({
      changes: { from, to, insert: withEditorBreaks(text) },
      effects: [setLineBreaks.of(lineBreaksOf(body)), EditorView.scrollIntoView(from)],
    });
    this.hunks.value = this.hunks.peek().map((one, at) => (at === index ? { ...one, isDecided: true } : one));
  }

  #updated({ docChanged, changes }: ViewUpdate): void {
    if (!docChanged) return;
    this.hunks.value = this.hunks.peek().map((hunk) => ({
      ...hunk,
      from: changes.mapPos(hunk.from, -1),
      to: changes.mapPos(hunk.to, 1),
      isDecided: hunk.isDecided || changes.touchesRange(hunk.from, hunk.to) !== false,
    }));
  }
}
