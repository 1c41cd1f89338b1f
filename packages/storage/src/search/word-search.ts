import type { Statements } from '../library/statements.js';
import { NoteLengths } from './note-lengths.js';
import type { PostingReader, Postings } from './posting-reader.js';
import { selectKeys, uniteLists } from './sorted-keys.js';
import type { WordQuery } from './word-query.js';

/** Weight of a word in the title; one in the body has the weight 1. */
const TITLE_WEIGHT = 10;
/** Parameters of BM25, as FTS5 has them. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Weight of a word that more than half of the notes have. */
const MIN_RARITY = 1e-6;

/** Match with its score, smaller is better, as in FTS5. */
export interface ScoredNote {
  readonly pk: number;
  readonly score: number;
}

/** Posting list of a word, and the number of notes that have it. */
interface CountedPostings {
  readonly postings: Postings;
  readonly count: number;
}

/** Notes that match a word query. */
export class WordMatches {
  /** Keys in ascending order. */
  readonly keys: Int32Array;
  readonly #words: readonly CountedPostings[];
  readonly #reader: PostingReader;
  readonly #lengths: NoteLengths;

  constructor(keys: Int32Array, words: readonly CountedPostings[], reader: PostingReader, lengths: NoteLengths) {
    this.keys = keys;
    this.#words = words;
    this.#reader = reader;
    this.#lengths = lengths;
  }

  /** Scores some of the matches by BM25, as `bm25` of FTS5 does; `keys` are in ascending order. */
  score(keys: Int32Array): ScoredNotes {
    const { notes, words } = this.#reader.totals;
    const meanLength = words / notes;
    const lengths = this.#lengths.read(keys);
    const scores = new Float64Array(keys.length);
    for (const { postings, count } of this.#words) {
      const logarithm = Math.log((notes - count + 0.5) / (count + 0.5));
      const rarity = logarithm <= 0 ? MIN_RARITY : logarithm;
      const weights = postings.sumWeights(keys, TITLE_WEIGHT);
      for (let at = 0; at < weights.length; at++) {
        const weight = weights[at] as number;
        const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[at] as number)) / meanLength;
        (scores[at] as number) += rarity * ((weight * (SATURATION + 1)) / (weight + SATURATION * length));
      }
    }
    return new ScoredNotes(
      keys,
      scores.map((score) => -score),
    );
  }
}

/** Scored notes, by ascending key. */
export class ScoredNotes {
  readonly #keys: Int32Array;
  readonly #scores: Float64Array;

  constructor(keys: Int32Array, scores: Float64Array) {
    this.#keys = keys;
    this.#scores = scores;
  }

  get length(): number {
    return this.#keys.length;
  }

  /** Returns the score of a note; undefined when it is not among them. */
  get(pk: number): number | undefined {
    return this.#scores[this.#keys.indexOf(pk)];
  }

  /** Returns the best notes after a position, by score, then newest first. */
  selectBest(count: number, after: ScoredNote | undefined): ScoredNote[] {
    const isAfter = (score: number, pk: number) =>
      after === undefined || score > after.score || (score === after.score && pk < after.pk);
    const best: ScoredNote[] = [];
    let bound = Number.POSITIVE_INFINITY;
    // From the newest on, so that a note never precedes an earlier one with the same score.
    for (let at = this.#keys.length - 1; at >= 0; at--) {
      const score = this.#scores[at] as number;
      if (score >= bound) continue;
      const pk = this.#keys[at] as number;
      if (!isAfter(score, pk)) continue;
      best.push({ pk, score });
      if (best.length < 2 * count) continue;
      best.sort(byScore);
      best.length = count;
      bound = (best[count - 1] as ScoredNote).score;
    }
    return best.sort(byScore).slice(0, count);
  }
}

/** Sorting is stable: notes with equal scores stay in their order. */
const byScore = (a: ScoredNote, b: ScoredNote): number => a.score - b.score;

/** Finds and ranks the notes that match words, from the posting lists of the full-text index. */
export class WordSearch {
  readonly #sql: Statements;
  #lengths: NoteLengths;

  constructor(statements: Statements) {
    this.#sql = statements;
    this.#lengths = new NoteLengths(statements);
  }

  /**
   * Finds the notes that match.
   *
   * @param max number of matches of one word after which the others may be left out
   * @param isLasting false inside a write, which may be undone: nothing read there is kept
   * @throws UnknownFormatError for an index that only FTS5 can read
   */
  find(reader: PostingReader, { groups, without }: WordQuery, max: number, isLasting: boolean): WordMatches {
    const isOneWord = groups.length === 1 && groups[0]?.length === 1 && !groups[0][0]?.prefix && without.length === 0;
    const words: CountedPostings[] = [];
    const lists: Int32Array[] = groups.map((group) =>
      uniteLists(
        group.map((word) => {
          const postings = reader.read(word);
          const keys = postings.listKeys(isOneWord ? max : undefined);
          words.push({ postings, count: keys.length });
          return keys;
        }),
      ),
    );
    const [shortest = new Int32Array(0), ...others] = lists.toSorted((a, b) => a.length - b.length);
    let keys = others.reduce((found, list) => selectKeys(found, list, true), shortest);
    for (const word of without) if (keys.length > 0) keys = selectKeys(keys, reader.read(word).listKeys(), false);
    return new WordMatches(keys, words, reader, isLasting ? this.#lengths : new NoteLengths(this.#sql));
  }
}
