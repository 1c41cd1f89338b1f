import { isWithinEdits } from './edits.js';

/**
 * Terms of records that the text index does not have yet. LanceDB finds such records by exact terms alone: it takes the
 * terms that are like a word from the index.
 */
export class FreshTerms {
  #terms = new Set<string>();
  /** Terms of the records that a running update of the index takes in. */
  #indexing = new Set<string>();

  /** Adds the terms of a record, with spaces between them. */
  add(terms: string): void {
    for (const term of terms.split(' ')) this.#terms.add(term);
  }

  /** Notes that the index is updated with all records that were added so far. */
  beginIndexing(): void {
    for (const term of this.#terms) this.#indexing.add(term);
    this.#terms = new Set();
  }

  /** Forgets the terms of an update that succeeded, or keeps those of one that did not. */
  endIndexing(hasSucceeded: boolean): void {
    if (!hasSucceeded) for (const term of this.#indexing) this.#terms.add(term);
    this.#indexing = new Set();
  }

  /** Returns the terms other than a word that are at most `limit` edits away from it. */
  findLike(word: string, limit: number): string[] {
    return [this.#terms, this.#indexing].flatMap((terms) =>
      [...terms].filter((term) => term !== word && isWithinEdits(word, term, limit)),
    );
  }
}
