import { findExcludedNotebooks } from './excluded-notebooks.js';
import type { FeedParts } from './feed-calls.js';

/** Maximum number of changes that one write queues, and maximum number of keys of notes. */
const CHANGES_PER_WRITE = 2_000;
const NOTES_PER_WRITE = 2_000;

/** Fills the jobs of the feed from the change journal. */
export class ChangeQueue {
  readonly #parts: FeedParts;
  /** Excluded notebooks as they were when changes were queued last. */
  #excluded: string;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#excluded = this.#listExcluded().join();
  }

  /**
   * Queues all changes of the journal.
   *
   * @returns true when other notebooks than before are excluded
   */
  async queueChanges(): Promise<boolean> {
    const { library, signal } = this.#parts;
    const { store } = library;
    let haveNotebooksChanged = false;
    for (let isComplete = this.#isUpToDate(); !isComplete; ) {
      signal.throwIfAborted();
      const queued = await store.write(({ searchFeed, journal }) =>
        searchFeed.queueChanges({ last: journal.last(), limit: CHANGES_PER_WRITE, at: Date.now() }),
      );
      haveNotebooksChanged ||= queued.notebooks;
      isComplete = queued.complete;
    }
    if (!haveNotebooksChanged) return false;
    const before = this.#excluded;
    this.#excluded = this.#listExcluded().join();
    return this.#excluded !== before;
  }

  /** Queues all notes that the index should have, before all changes. */
  async queueAllNotes(): Promise<void> {
    const { library, signal } = this.#parts;
    const last = library.store.read(({ searchFeed }) => searchFeed.lastNotePk());
    for (let from = 0; from < last; from += NOTES_PER_WRITE) {
      signal.throwIfAborted();
      const range = { from, to: from + NOTES_PER_WRITE, excluded: this.#listExcluded() };
      await library.store.write(({ searchFeed }) => searchFeed.queueNotes(range, Date.now()));
    }
  }

  #isUpToDate(): boolean {
    return this.#parts.library.store.read(
      ({ searchFeed, journal }) => searchFeed.state()?.journalSeq === journal.last(),
    );
  }

  #listExcluded(): number[] {
    const { store, config } = this.#parts.library;
    const paths = config['search.sidecar.excluded_notebooks'];
    if (paths.length === 0) return [];
    return [...store.read(({ notebooks }) => findExcludedNotebooks(notebooks.all(), paths))].sort((a, b) => a - b);
  }
}
