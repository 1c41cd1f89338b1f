import { countEdits, listSwaps, maxEdits } from './edits.js';
import { getSoundKey } from './sound-key.js';

/** Minimum and maximum length of a word that others may be taken for, in UTF-16 units. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;
/** Number of segments of a word: one more than the edits that it may have, so that one of them has none. */
const SEGMENTS = 3;
/** Chains of each word: its segments, the word itself, and its sound. */
const WHOLE = SEGMENTS;
const SOUND = SEGMENTS + 1;
const CHAINS = SEGMENTS + 2;
/** Edits that count for a word of the same sound, which is nearer than its letters show. */
const SOUND_EDITS = 2;
/** Part of the letters of a word that may differ from one of the same sound. */
const MAX_SOUND_SHARE = 0.5;
const INITIAL_CAPACITY = 4_096;
const NONE = -1;

/** Word of the index that is like another. */
export interface SimilarTerm {
  readonly term: string;
  /** Number of letters inserted, removed, replaced or exchanged with the next one; 0 for the word itself. */
  readonly edits: number;
}

/**
 * Words of an index, found by words like them. A word with at most two edits has one of three segments unchanged, so
 * the words are in a hash table by each of their segments (Pass-Join: Li, Deng, Wang, Feng, "A Partition-Based Method
 * for Similarity Joins", 2011).
 */
export class Vocabulary {
  readonly #terms: string[] = [];
  #heads = new Int32Array(INITIAL_CAPACITY * 2).fill(NONE);
  /** Next entry of the same chain, by number of the word times `CHAINS`. */
  #next = new Int32Array(INITIAL_CAPACITY * CHAINS).fill(NONE);

  get size(): number {
    return this.#terms.length;
  }

  /**
   * Adds a word.
   *
   * @returns false for one that it has, and for one that cannot be misspelt
   */
  add(term: string): boolean {
    if (!canBeMisspelt(term) || this.has(term)) return false;
    const number = this.#terms.push(term) - 1;
    if (this.#terms.length * CHAINS > this.#next.length) this.#grow();
    this.#link(number);
    return true;
  }

  /** Returns true when no record has a term. False says nothing about a term that cannot be misspelt. */
  lacks(term: string): boolean {
    return canBeMisspelt(term) && !this.has(term);
  }

  has(term: string): boolean {
    return this.#findInChain(hash(term, 0, term.length, WHOLE), (each) => each === term);
  }

  /**
   * Returns the words that are at most as many edits away from a word as it may have, and those of the same sound.
   *
   * @param limit maximum number of words; those with the fewest edits come first
   */
  findLike(word: string, limit: number): SimilarTerm[] {
    const edits = maxEdits(word);
    if (edits === 0 || word.length > MAX_LENGTH) return [];
    const found = new Map<string, number>();
    const keep = (term: string) => {
      if (term === word || found.has(term)) return;
      const counted = countEdits(word, term, edits);
      if (counted <= edits) found.set(term, counted);
    };
    this.#visitNear(word, edits, keep);
    // An exchange of neighbours changes two segments, as two edits do, and leaves room for less.
    const swaps = listSwaps(word);
    for (const swap of swaps) this.#visitNear(swap, edits - 1, keep);
    if (edits > 1) for (const swap of swaps) for (const twice of listSwaps(swap)) if (this.has(twice)) keep(twice);
    this.#visitSound(word, (term) => {
      if (!found.has(term)) found.set(term, SOUND_EDITS);
    });
    return [...found]
      .map(([term, count]) => ({ term, edits: count }))
      .sort((a, b) => a.edits - b.edits)
      .slice(0, limit);
  }

  /** Visits the words that may be up to so many insertions, removals and replacements away; others may be among them. */
  #visitNear(word: string, edits: number, visit: (term: string) => void): void {
    if (edits === 0) {
      if (this.has(word)) visit(word);
      return;
    }
    for (let length = word.length - edits; length <= word.length + edits; length += 1) {
      if (length < MIN_LENGTH || length > MAX_LENGTH) continue;
      for (let segment = 0; segment <= edits; segment += 1) {
        const from = getStart(length, segment);
        const size = getStart(length, segment + 1) - from;
        const first = Math.max(0, from - edits);
        const last = Math.min(word.length - size, from + edits);
        for (let at = first; at <= last; at += 1)
          this.#visitChain(hash(word, at, at + size, segment, length), (term) => {
            if (term.length === length) visit(term);
          });
      }
    }
  }

  #visitSound(word: string, visit: (term: string) => void): void {
    const key = getSoundKey(word);
    if (key === null) return;
    const limit = Math.floor(word.length * MAX_SOUND_SHARE);
    this.#visitChain(hash(key, 0, key.length, SOUND), (term) => {
      if (term !== word && getSoundKey(term) === key && countEdits(word, term, limit) <= limit) visit(term);
    });
  }

  #visitChain(key: number, visit: (term: string) => void): void {
    this.#findInChain(key, (term) => {
      visit(term);
      return false;
    });
  }

  #findInChain(key: number, isWanted: (term: string) => boolean): boolean {
    for (let entry = this.#heads[key & (this.#heads.length - 1)] as number; entry !== NONE; ) {
      if (isWanted(this.#terms[Math.floor(entry / CHAINS)] as string)) return true;
      entry = this.#next[entry] as number;
    }
    return false;
  }

  #link(number: number): void {
    const term = this.#terms[number] as string;
    const { length } = term;
    for (let segment = 0; segment < SEGMENTS; segment += 1)
      this.#put(
        number * CHAINS + segment,
        hash(term, getStart(length, segment), getStart(length, segment + 1), segment, length),
      );
    this.#put(number * CHAINS + WHOLE, hash(term, 0, length, WHOLE));
    const key = getSoundKey(term);
    if (key !== null) this.#put(number * CHAINS + SOUND, hash(key, 0, key.length, SOUND));
  }

  #put(entry: number, key: number): void {
    const slot = key & (this.#heads.length - 1);
    this.#next[entry] = this.#heads[slot] as number;
    this.#heads[slot] = entry;
  }

  #grow(): void {
    const capacity = this.#next.length * 2;
    this.#next = new Int32Array(capacity).fill(NONE);
    this.#heads = new Int32Array(this.#heads.length * 2).fill(NONE);
    for (let number = 0; number < this.#terms.length - 1; number += 1) this.#link(number);
  }
}

/** Returns where a segment of a word begins; segment number `SEGMENTS` begins at its end. */
const getStart = (length: number, segment: number): number => Math.floor((length * segment) / SEGMENTS);

/** Returns true for a word of letters that may have edits; numbers are not misspelt words. */
const canBeMisspelt = (term: string): boolean =>
  term.length >= MIN_LENGTH && term.length <= MAX_LENGTH && !/\p{N}/u.test(term);

/** FNV-1a of a part of a text, of the chain that it is for, and of the length of its word. */
function hash(text: string, from: number, to: number, chain: number, length = 0): number {
  let sum = 0x811c9dc5 ^ chain ^ (length << 4);
  for (let at = from; at < to; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}
