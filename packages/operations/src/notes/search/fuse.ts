import type { Candidate } from '@notes/search-engine';
import type { Hit } from './complete-titles.js';

/** Constant of reciprocal rank fusion: a larger one lowers the lead of first ranks. */
const RANK_CONSTANT = 60;

/**
 * Weights of the ranked lists. Exact matches keep the order of the built-in index. The sum of the weights of `typo` and
 * `meaning` is below 61/70: a note that is first in both stands after at least ten exact matches.
 */
export const WEIGHTS = { exact: 1, typo: 0.45, meaning: 0.35 } as const;

/** Maximum number of notes of the channel `meaning`. */
export const MAX_MEANING = 100;

type Reason = NonNullable<Hit['matched_by']>;

/** Note of a merged list. */
export interface FusedHit {
  readonly id: string;
  readonly score: number;
  /** Absent for an exact match. */
  readonly matchedBy?: Reason;
}

/** Ranked list of notes that do not match exactly, best first. */
export interface Guesses {
  readonly matchedBy: Reason;
  readonly ids: readonly string[];
}

/**
 * Merges exact matches and guesses by reciprocal rank fusion.
 *
 * @param exact ids of exact matches, best first
 * @param guesses lists of other notes, the most telling reason first; a note in several of them has its first reason
 * @param limit maximum number of notes; guesses only take the room that exact matches leave
 * @returns notes, best first, each once
 */
export function fuse(exact: readonly string[], guesses: readonly Guesses[], limit: number): FusedHit[] {
  const matches = exact.slice(0, limit).map((id, index) => ({ id, score: WEIGHTS.exact * reciprocal(index) }));
  const known = new Set(exact);
  const others = new Map<string, FusedHit>();
  for (const { matchedBy, ids } of guesses)
    for (const [index, id] of ids.entries()) {
      if (known.has(id)) continue;
      const before = others.get(id);
      const weight = matchedBy === 'meaning' ? WEIGHTS.meaning : WEIGHTS.typo;
      const score = (before?.score ?? 0) + weight * reciprocal(index);
      others.set(id, { id, score, matchedBy: before?.matchedBy ?? matchedBy });
    }
  const best = [...others.values()].toSorted((a, b) => b.score - a.score).slice(0, limit - matches.length);
  // Sorting is stable: an exact match stands before a guess with the same score.
  return [...matches, ...best].toSorted((a, b) => b.score - a.score);
}

const reciprocal = (index: number): number => 1 / (RANK_CONSTANT + index + 1);

/**
 * Leaves out candidates that are hardly nearer to a query than other notes. Models differ in their scale, so the floor
 * is taken from the scores themselves: halfway between the best one and the median. Among 1,000 candidates most are
 * unrelated to the query, and in a small library the candidates are the whole library.
 *
 * @param candidates candidates of the channel `meaning`, best first
 */
export function selectNear(candidates: readonly Candidate[]): readonly Candidate[] {
  const best = candidates[0]?.score ?? 0;
  const median = candidates[Math.floor(candidates.length / 2)]?.score ?? 0;
  const floor = best - (best - median) / 2;
  return candidates.filter(({ score }) => score >= floor);
}
