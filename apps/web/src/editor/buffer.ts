import { isolateHistory } from '@codemirror/commands';
import { type ChangeSet, type Extension, type Text, Transaction } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { computed, signal } from '@preact/signals';
import { type CursorRange, type NoteText, sameText } from '../drafts/note-text.js';
import type { MergedRevisions, Source } from '../drafts/save-types.js';
import type { NoteChange, TextEdit } from '../drafts/tail.js';
import { insertPendingPastes } from '../paste/rich-paste.js';
import type { Owner } from '../reading/parts/remote-image.js';
import {
  changesLineBreaks,
  findLineBreaks,
  getBody,
  setLineBreaks,
  usualLineBreak,
  withEditorBreaks,
} from './line-breaks.js';
import { toggleTaskAt } from './lists.js';
import { MergeUndo } from './merge-undo.js';
import { type EditMode, editorState, modeEffect, readOnlyEffect } from './setup.js';
import { changesBetween, lineAfter, toEdits } from './text-changes.js';
import { text as texts } from './texts.js';

interface BufferOptions {
  readonly text: NoteText;
  /** Document of the body. */
  readonly doc: Text;
  readonly selection: CursorRange | undefined;
  readonly mode: EditMode;
  readonly documentId: () => string | undefined;
  readonly owner: () => Owner | undefined;
  readonly onChange: (change: NoteChange) => void;
  /** Restores the undo history from when the note was last open. */
  readonly restoreHistory: (doc: Text) => Extension;
}

/** A merge that can still be undone. */
interface UndoableMerge {
  readonly undo: MergeUndo;
  /** Number of remote hunks. */
  readonly changes: number;
  readonly revisions: MergedRevisions;
}

/** A note being edited: its title, and its body in an editor. */
export class NoteBuffer implements Source {
  readonly title = signal('');
  /** Line and column of the cursor, from 1. */
  readonly cursor = signal<readonly [line: number, column: number]>([1, 1]);
  readonly line = computed(() => this.cursor.value[0]);
  readonly lastMerge = signal<UndoableMerge | undefined>(undefined);
  /** Increases with every change of the body. */
  readonly version = signal(0);
  readonly view: EditorView;
  readonly #onChange: (change: NoteChange) => void;
  #isFollowing = false;

  constructor({ text, doc, selection, mode, documentId, owner, onChange, restoreHistory }: BufferOptions) {
    this.title.value = text.title;
    this.#onChange = onChange;
    const listening = EditorView.updateListener.of((update) => this.#handleUpdate(update));
    this.view = new EditorView({
      state: editorState({
        ...{ body: text.body, doc, selection, mode, documentId, owner, listening, restoreHistory },
        title: this.title,
        label: texts.body,
      }),
    });
    this.#showCursor();
  }

  read(): { text: NoteText; selection: CursorRange } {
    return { text: { title: this.title.peek(), body: getBody(this.view.state) }, selection: this.selection };
  }

  get selection(): CursorRange {
    const { anchor, head } = this.view.state.selection.main;
    return { anchor, head };
  }

  /** Sets the title, in which control characters, line breaks and halves of surrogate pairs become spaces. */
  setTitle(typed: string): void {
    if (this.view.state.readOnly) return;
    this.title.value = typed.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ');
    this.#report();
  }

  setMode(mode: EditMode): void {
    this.view.dispatch({ effects: modeEffect(mode) });
  }

  setReadOnly(readOnly: boolean): void {
    this.view.dispatch({ effects: readOnlyEffect(readOnly) });
  }

  /** Inserts pasted text whose formatting is still being read, so that closing the note does not lose it. */
  finishPastes(): void {
    insertPendingPastes(this.view);
  }

  merge(merged: NoteText, changes: number, revisions: MergedRevisions): void {
    const mine = this.read().text;
    if (sameText(mine, merged)) return;
    const before = this.view.state;
    // Only the last merge can be undone.
    this.lastMerge.value = undefined;
    const undo = new MergeUndo(before, this.#put(merged), mine, merged);
    this.lastMerge.value = { undo, changes, revisions };
  }

  /** Undoes the last merge, keeping later edits. */
  undoMerge(): void {
    const merge = this.lastMerge.peek();
    if (merge === undefined) return;
    this.lastMerge.value = undefined;
    this.title.value = merge.undo.title(this.title.peek());
    this.view.dispatch(merge.undo.spec(), { annotations: isolateHistory.of('full') });
    this.#report();
  }

  /** Toggles the task on a line of the displayed text, unless that line has changed since. */
  tick(renderedBody: string, line: number): void {
    const at = lineAfter(renderedBody, line, this.view.state.doc);
    if (at !== undefined) toggleTaskAt(this.view, at);
  }

  follow(text: NoteText): void {
    this.#isFollowing = true;
    this.#put(text);
    this.#isFollowing = false;
  }

  /** Replaces the text by one from elsewhere, which is no part of the undo history: Mod+Z undoes what was typed. */
  #put({ title, body }: NoteText): ChangeSet {
    const { state } = this.view;
    const changes = state.changes(changesBetween(state.doc.toString(), withEditorBreaks(body)));
    this.title.value = title;
    this.view.dispatch({
      changes,
      effects: setLineBreaks.of(findLineBreaks(body)),
      annotations: Transaction.addToHistory.of(false),
    });
    if (!this.#isFollowing) this.#report();
    return changes;
  }

  #handleUpdate({ docChanged, selectionSet, changes, state, transactions }: ViewUpdate): void {
    if (docChanged || selectionSet) this.#showCursor();
    if (!docChanged) return;
    this.version.value += 1;
    if (this.lastMerge.peek()?.undo.follow(changes, state) === false) this.lastMerge.value = undefined;
    if (this.#isFollowing) return;
    this.#report(toEdits(changes), !transactions.some(changesLineBreaks));
  }

  #report(edits: readonly TextEdit[] = [], isComplete = true): void {
    const lineBreak = usualLineBreak(this.view.state);
    this.#onChange({ title: this.title.peek(), edits, lineBreak, selection: this.selection, isComplete });
  }

  #showCursor(): void {
    const { doc, selection } = this.view.state;
    const line = doc.lineAt(selection.main.head);
    this.cursor.value = [line.number, selection.main.head - line.from + 1];
  }
}
