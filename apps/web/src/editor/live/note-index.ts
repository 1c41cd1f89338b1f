import { syntaxTree } from '@codemirror/language';
import type { ChangeDesc, Text } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { listComments } from './block-field.js';
import {
  EMPTY_INDEX,
  type IndexedNote,
  indexNote,
  listMarks,
  mapIndex,
  selectDefinitions,
  selectNumbers,
} from './index-note.js';

/** Time without changes after which a note is indexed again, in milliseconds. */
const IDLE_MS = 200;

/** Numbers of footnotes and definitions of links of the edited note, on which its rendered parts depend. */
class NoteIndex {
  #index: IndexedNote | undefined;
  /** True when not all of the text was parsed when it was indexed. */
  #isPartial = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly view: EditorView) {}

  get current(): IndexedNote {
    return this.#index ?? this.#update();
  }

  /** True when the index may change as more of the text is parsed. */
  get dependsOnParsing(): boolean {
    return this.#index !== undefined && (this.#isPartial || this.#index !== EMPTY_INDEX);
  }

  /** Calls `refresh` when the index has changed. Returns a function that ends this. */
  follow(refresh: () => void): () => void {
    this.#listeners.add(refresh);
    return () => this.#listeners.delete(refresh);
  }

  /** Moves the index with a change. */
  map(changes: ChangeDesc): void {
    this.#index &&= mapIndex(this.#index, changes);
  }

  /** Indexes the note again once nothing changes for a while. */
  schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#update();
      for (const refresh of this.#listeners) refresh();
    }, IDLE_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #update(): IndexedNote {
    const { state } = this.view;
    const comments = listComments(state);
    const isHidden = (at: number) => comments.some(({ from, to }) => from <= at && at < to);
    const tree = syntaxTree(state);
    this.#isPartial = tree.length < state.doc.length;
    this.#index = indexNote(state.doc.toString(), tree, isHidden);
    return this.#index;
  }
}

const indexes = new WeakMap<EditorView, NoteIndex>();

/** Returns the index of the note in an editor. */
export function getNoteIndex(view: EditorView): NoteIndex {
  const known = indexes.get(view) ?? new NoteIndex(view);
  indexes.set(view, known);
  return known;
}

/** Part of a note to be rendered alone. */
export interface PieceSource {
  /** Markdown with the definitions of its links, which are elsewhere in the note. */
  readonly written: string;
  readonly numbers: ReadonlyMap<string, number>;
}

/** Adds to a part of a note what its rendering needs from the rest of the note. */
export function completePiece(view: EditorView, source: string): PieceSource {
  const index = getNoteIndex(view).current;
  return { written: source + selectDefinitions(index, source), numbers: selectNumbers(index, source) };
}

export const isSamePiece = (one: PieceSource, other: PieceSource): boolean =>
  one.written === other.written && String([...one.numbers]) === String([...other.numbers]);

/** Returns the marks of the lines that a change touches, before or after it. */
function listTouchedMarks(doc: Text, ranges: readonly (readonly [from: number, to: number])[]): string {
  return ranges.map(([from, to]) => listMarks(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to))).join();
}

/** Indexes a note again when a mark of a footnote, a definition or a comment is added or removed. */
export const followIndex = ViewPlugin.fromClass(
  class {
    readonly #index: NoteIndex;

    constructor(view: EditorView) {
      this.#index = getNoteIndex(view);
    }

    update({ docChanged, changes, state, startState }: ViewUpdate): void {
      if (!docChanged) {
        const isParsed = syntaxTree(startState) !== syntaxTree(state);
        if (isParsed && this.#index.dependsOnParsing) this.#index.schedule();
        return;
      }
      this.#index.map(changes);
      const [before, after]: [[number, number][], [number, number][]] = [[], []];
      changes.iterChangedRanges((fromA, toA, fromB, toB) => {
        before.push([fromA, toA]);
        after.push([fromB, toB]);
      });
      if (listTouchedMarks(startState.doc, before) !== listTouchedMarks(state.doc, after)) this.#index.schedule();
    }

    destroy(): void {
      this.#index.close();
    }
  },
);
