import { type FoldedName, foldName, splitWords } from './folded-name.js';
import { type Candidate, compareRanked, prepareTyped, type Ranked, rank, type Target, toCandidate } from './rank.js';

/** Ids of the notes opened last, the last one first. */
export type OpenedNotes = readonly string[];

/** Targets kept in memory, found by typed words. */
export class TargetIndex {
  readonly #candidates = new Map<string, Candidate>();
  /** Containers are shared by many notes, so each is folded once. */
  readonly #containers = new Map<string, FoldedName>();

  get size(): number {
    return this.#candidates.size;
  }

  get(id: string): Target | undefined {
    return this.#candidates.get(id)?.target;
  }

  add(target: Target): void {
    const folded = this.#containers.get(target.container) ?? foldName(target.container);
    this.#containers.set(target.container, folded);
    this.#candidates.set(target.id, toCandidate(target, folded));
  }

  remove(id: string): void {
    this.#candidates.delete(id);
  }

  /** Returns the targets that match all words, the best first. */
  find(typed: string, opened: OpenedNotes, limit: number, now = Date.now()): readonly Ranked[] {
    const prepared = prepareTyped(typed, splitWords(typed));
    const found: Ranked[] = [];
    for (const candidate of this.#candidates.values()) {
      const place = candidate.target.kind === 'note' ? opened.indexOf(candidate.target.id) : -1;
      const openedRank = place === -1 ? undefined : place / opened.length;
      const ranked = rank(candidate, prepared, now, openedRank);
      if (ranked !== undefined) found.push(ranked);
    }
    return found.sort(compareRanked).slice(0, limit);
  }

  /** Returns notes: those opened last, then those changed last. */
  listRecent(opened: OpenedNotes, limit: number): readonly Target[] {
    const openedNotes = opened.flatMap((id) => this.get(id) ?? []);
    const known = new Set(opened);
    const newest: Target[] = [];
    for (const { target } of this.#candidates.values()) {
      if (target.kind !== 'note' || known.has(target.id)) continue;
      const last = newest.at(-1);
      if (newest.length === limit && last !== undefined && last.updatedAt >= target.updatedAt) continue;
      const place = newest.findIndex(({ updatedAt }) => updatedAt < target.updatedAt);
      newest.splice(place === -1 ? newest.length : place, 0, target);
      if (newest.length > limit) newest.pop();
    }
    return [...openedNotes, ...newest].slice(0, limit);
  }
}
