import type { EngineEntry } from '@notes/search-engine';
import { BLOCK_BYTES, DotProducts } from './dot-products.js';

const MAX_CODE = 127;
/** Rows for which memory is reserved at once, at least. */
const MIN_ROWS = 1_024;
const GROWTH = 1.25;
const RESULT_BYTES = 4;
const NONE = -1;
/** Similarity of a note without vectors. */
const NOT_COMPARED = Number.NEGATIVE_INFINITY;

export interface NearNote extends EngineEntry {
  /** Cosine of the angle between the vectors, with an error of about a hundredth. */
  readonly similarity: number;
}

/**
 * Vectors of the parts of notes in memory, with a byte for each number. A search compares all of them. Bytes lose so
 * little that the nearest notes are hardly others, and no index must be trained, which follows changes badly.
 */
export class VectorCodes {
  readonly #dimensions: number;
  /** Bytes of a row: the numbers, and zeros up to a whole block. */
  readonly #rowBytes: number;
  readonly #products = new DotProducts();
  /** Value of a code of 1 in each row. */
  #steps = new Float32Array(0);
  /** Number of the note of each row; `NONE` for a free row. */
  #owners = new Int32Array(0);
  readonly #notes: (EngineEntry | undefined)[] = [];
  readonly #rows = new Map<string, { readonly number: number; readonly rows: number[] }>();
  readonly #freeRows: number[] = [];
  readonly #freeNotes: number[] = [];
  #count = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#rowBytes = Math.ceil(dimensions / BLOCK_BYTES) * BLOCK_BYTES;
  }

  /** Returns the version of a note that was added. */
  getVersion(id: string): string | undefined {
    const note = this.#rows.get(id);
    return note && this.#notes[note.number]?.version;
  }

  listIds(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Adds the vector of a part of a note, of the length 1; null for a note without vectors. */
  add({ id, version }: EngineEntry, vector: Float32Array | null): void {
    const note = this.#rows.get(id) ?? { number: this.#freeNotes.pop() ?? this.#notes.length, rows: [] };
    this.#rows.set(id, note);
    this.#notes[note.number] = { id, version };
    if (vector === null) return;
    const row = this.#freeRows.pop() ?? this.#count;
    this.#count = Math.max(this.#count, row + 1);
    this.#reserve(this.#count);
    note.rows.push(row);
    this.#owners[row] = note.number;
    this.#steps[row] = this.#encode(vector, this.#getAddress(row));
  }

  /** Removes all vectors of a note. */
  remove(id: string): void {
    const note = this.#rows.get(id);
    if (note === undefined) return;
    for (const row of note.rows) this.#owners[row] = NONE;
    this.#freeRows.push(...note.rows);
    this.#freeNotes.push(note.number);
    this.#notes[note.number] = undefined;
    this.#rows.delete(id);
  }

  /** Returns the notes with the parts nearest to a vector of length 1, best first. */
  search(vector: Float32Array, limit: number): NearNote[] {
    if (this.#count === 0) return [];
    const step = this.#encode(vector, 0);
    const products = this.#products.multiply(
      0,
      this.#rowBytes,
      this.#rowBytes,
      this.#count,
      this.#getAddress(this.#count),
    );
    const best = new Float32Array(this.#notes.length).fill(NOT_COMPARED);
    const [owners, steps] = [this.#owners, this.#steps];
    for (let row = 0; row < this.#count; row += 1) {
      const owner = owners[row] as number;
      if (owner === NONE) continue;
      const similarity = (products[row] as number) * (steps[row] as number) * step;
      if (similarity > (best[owner] as number)) best[owner] = similarity;
    }
    const least = findLeastBucket(best, limit);
    const found: NearNote[] = [];
    for (let number = 0; number < best.length; number += 1) {
      const similarity = best[number] as number;
      if (similarity === NOT_COMPARED || toBucket(similarity) < least) continue;
      const note = this.#notes[number];
      if (note !== undefined) found.push({ ...note, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity).slice(0, limit);
  }

  #getAddress(row: number): number {
    // The searched vector stands before the rows.
    return (row + 1) * this.#rowBytes;
  }

  #reserve(count: number): void {
    if (count <= this.#owners.length) return;
    const capacity = Math.max(MIN_ROWS, Math.ceil(count * GROWTH));
    this.#products.reserve(this.#getAddress(capacity) + capacity * RESULT_BYTES);
    const [steps, owners] = [new Float32Array(capacity), new Int32Array(capacity).fill(NONE)];
    steps.set(this.#steps);
    owners.set(this.#owners);
    [this.#steps, this.#owners] = [steps, owners];
  }

  /** Writes a vector as bytes, and returns the value of a code of 1. */
  #encode(vector: Float32Array, address: number): number {
    this.#reserve(1);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const step = largest / MAX_CODE;
    const { bytes } = this.#products;
    for (let at = 0; at < this.#dimensions; at += 1)
      bytes[address + at] = step === 0 ? 0 : Math.round((vector[at] as number) / step);
    return step;
  }
}

/** Number of buckets of similarities from -1 to 1. */
const BUCKETS = 4_096;

const toBucket = (similarity: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.floor(((similarity + 1) / 2) * BUCKETS)));

/** Returns the bucket that the given number of similarities reach, or a few more: counting is faster than sorting. */
function findLeastBucket(similarities: Float32Array, count: number): number {
  const counts = new Uint32Array(BUCKETS);
  for (let at = 0; at < similarities.length; at += 1) {
    const similarity = similarities[at] as number;
    if (similarity !== NOT_COMPARED) counts[toBucket(similarity)] = (counts[toBucket(similarity)] as number) + 1;
  }
  let bucket = BUCKETS - 1;
  for (let reached = counts[bucket] as number; reached < count && bucket > 0; reached += counts[bucket] as number)
    bucket -= 1;
  return bucket;
}
