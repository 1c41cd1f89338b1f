import { ensureSyntaxTree, foldable, foldEffect, foldedRanges } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { Recent } from '../ui/recent.js';

/** Maximum time for parsing a note before its folds are restored. */
const PARSE_MS = 100;

interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Number of closed notes whose folds are kept in memory. */
const MAX_NOTES = 100;

/** Lines whose text is folded, of closed notes, for this page only; the oldest is dropped first. */
export class FoldMemory {
  readonly #lines = new Recent<readonly string[]>(MAX_NOTES);

  /** Stores what is folded in a note that is closed. */
  keep(key: string, state: EditorState): void {
    const lines: string[] = [];
    foldedRanges(state).between(0, state.doc.length, (from) => void lines.push(state.doc.lineAt(from).text));
    if (lines.length > 0 || this.#lines.get(key) !== undefined) this.#lines.set(key, lines);
  }

  /** Folds the lines again that still are in the text and can be folded. */
  restore(key: string, view: EditorView): void {
    const lines = new Set(this.#lines.get(key));
    if (lines.size === 0) return;
    view.dispatch({ effects: listFolds(view.state, lines).map((fold) => foldEffect.of(fold)) });
  }
}

function listFolds(state: EditorState, lines: ReadonlySet<string>): Fold[] {
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  const folds: Fold[] = [];
  for (let number = 1; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    const fold = lines.has(line.text) ? foldable(state, line.from, line.to) : null;
    if (fold !== null) folds.push(fold);
  }
  return folds;
}
