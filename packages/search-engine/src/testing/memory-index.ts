import { randomUUID } from 'node:crypto';
import { tokenize } from '@notes/query-language';
import { BucketDigests, bucketNumber } from '../digest.js';
import type { BucketDigest, BucketRange, Candidate, EngineEntry, EngineRecord } from '../port.js';
import { isUnspaced, splitIntoWords } from '../unspaced.js';
import { countEdits, maxEdits } from './edit-distance.js';
import { multiply, type TextVectors } from './text-vector.js';

/** Least similarity of a candidate of the channel `meaning`. */
const MIN_SIMILARITY = 0.15;
const TITLE_WEIGHT = 2;
/** Least number of characters of a run without spaces of which one may be wrong. */
const MIN_FORGIVING_RUN = 4;

interface IndexedRecord {
  readonly record: EngineRecord;
  readonly titleWords: ReadonlySet<string>;
  readonly bodyWords: ReadonlySet<string>;
  readonly vector: Float64Array;
}

/** Index in memory, changed by whole batches. */
export class MemoryIndex {
  readonly id = randomUUID();
  sequence = 0;
  readonly #records = new Map<string, IndexedRecord>();
  readonly #vectors: TextVectors;

  constructor(vectors: TextVectors) {
    this.#vectors = vectors;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): EngineRecord | undefined {
    return this.#records.get(id)?.record;
  }

  put(record: EngineRecord): void {
    this.#records.set(record.id, {
      record: { ...record },
      titleWords: new Set(splitIntoWords(record.title)),
      bodyWords: new Set(splitIntoWords(record.body)),
      vector: this.#vectors.embed(tokenize(`${record.title}\n${record.body}`).map(({ term }) => term)),
    });
  }

  remove(id: string): void {
    this.#records.delete(id);
  }

  /** Returns the records that have a word like each of `words`. */
  findLike(words: readonly string[]): Candidate[] {
    if (words.length === 0) return [];
    return this.#rank(({ titleWords, bodyWords }) => {
      let score = 0;
      for (const word of words) {
        const found = Math.max(TITLE_WEIGHT * scoreWord(word, titleWords), scoreWord(word, bodyWords));
        if (found === 0) return 0;
        score += found;
      }
      return score / words.length;
    });
  }

  findNear(text: string): Candidate[] {
    const vector = this.#vectors.embed(tokenize(text).map(({ term }) => term));
    return this.#rank((indexed) => {
      const similarity = multiply(vector, indexed.vector);
      return similarity < MIN_SIMILARITY ? 0 : similarity;
    });
  }

  digests(range: BucketRange): BucketDigest[] {
    const digests = new BucketDigests();
    for (const { record } of this.#records.values()) digests.add(record);
    return digests.list(range);
  }

  entries(bucket: number): EngineEntry[] {
    return [...this.#records.values()]
      .filter(({ record }) => bucketNumber(record.id) === bucket)
      .map(({ record: { id, version } }) => ({ id, version }));
  }

  #rank(score: (indexed: IndexedRecord) => number): Candidate[] {
    return [...this.#records.values()]
      .map((indexed) => ({ id: indexed.record.id, score: score(indexed) }))
      .filter((candidate) => candidate.score > 0)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }
}

/** Returns 1 for a word that is in `words`, less for one that is like one of them, and 0 for any other. */
function scoreWord(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1;
  const characters = Array.from(word);
  if (characters.length > 0 && characters.every(isUnspaced))
    return scoreRun(
      characters,
      Array.from(words, (other) => Array.from(other)),
    );
  const limit = maxEdits(word);
  if (limit === 0) return 0;
  let least = limit + 1;
  for (const other of words) least = Math.min(least, countEdits(word, other, limit));
  return least > limit ? 0 : 1 / (1 + least);
}

/** Returns 1 for characters that follow each other in one of `words`, and less when one of four or more differs. */
function scoreRun(characters: readonly string[], words: readonly (readonly string[])[]): number {
  const limit = characters.length < MIN_FORGIVING_RUN ? 0 : 1;
  let least = limit + 1;
  for (const word of words)
    for (let from = 0; from + characters.length <= word.length; from += 1)
      least = Math.min(least, characters.filter((character, at) => character !== word[from + at]).length);
  return least > limit ? 0 : 1 / (1 + least);
}
