import type { Candidate } from '@notes/search-engine';

/**
 * Joins records that have all words of a query with those that have words like them. A rare misspelling would have the
 * larger score otherwise, because rare terms count more.
 */
export function joinCandidates(
  exact: readonly Candidate[],
  similar: readonly Candidate[],
  limit: number,
): readonly Candidate[] {
  const highest = similar.reduce((most, { score }) => Math.max(most, score), 0);
  const ids = new Set(exact.map(({ id }) => id));
  const raised = exact.map(({ id, score }) => ({ id, score: score + highest }));
  return [...raised, ...similar.filter(({ id }) => !ids.has(id))].slice(0, limit);
}
