import { historyField } from '@codemirror/commands';
import type { EditorState, Extension, Text } from '@codemirror/state';

/** Number of closed notes whose undo history is kept in memory. */
const MAX_NOTES = 20;
/** Limit on the total size of stored texts and histories. */
const MAX_BYTES = 16_000_000;
const BYTES_PER_CHARACTER = 2;

interface Memory {
  readonly doc: Text;
  /** Revision of the text, or that it is based on; undefined while the server has none. */
  readonly revisionId: string | undefined;
  readonly history: unknown;
  readonly sizeBytes: number;
}

/** Undo histories of closed notes, for this page only; the oldest is dropped first. */
export class UndoMemory {
  readonly #memories = new Map<string, Memory>();

  /** Stores the undo history of a note that is closed. */
  keep(key: string, state: EditorState, revisionId: string | undefined): void {
    this.#memories.delete(key);
    const history = state.field(historyField, false);
    if (history === undefined) return;
    const { doc } = state;
    const serialized = JSON.stringify(state.toJSON({ history: historyField }).history);
    const sizeBytes = (doc.length + serialized.length) * BYTES_PER_CHARACTER;
    this.#memories.set(key, { doc, revisionId, history, sizeBytes });
    this.#shrink();
  }

  /**
   * Returns the extension that restores the undo history of a note. The history is dropped when the text or its
   * revision changed, because undoing an edit would then revert remote changes.
   */
  take(key: string, doc: Text, revisionId: string | undefined): Extension {
    const memory = this.#memories.get(key);
    this.#memories.delete(key);
    if (memory === undefined || memory.revisionId !== revisionId || !memory.doc.eq(doc)) return [];
    return historyField.init(() => memory.history);
  }

  #shrink(): void {
    let sizeBytes = [...this.#memories.values()].reduce((sum, memory) => sum + memory.sizeBytes, 0);
    for (const [key, memory] of this.#memories) {
      if (this.#memories.size <= MAX_NOTES && sizeBytes <= MAX_BYTES) return;
      this.#memories.delete(key);
      sizeBytes -= memory.sizeBytes;
    }
  }
}
